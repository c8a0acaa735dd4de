import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { TextArea } from '~/client/ui/form/text-area';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { noteWords as words } from '~/client/words/notes';
import { limits } from '~/shared/limits';
import type { PositionNote } from '~/shared/schemas/position-notes';
import { usePositionChange } from '../admin/use-position-change';

interface NoteDialogProps {
  positionId: string;
  /** Absent for a new note. */
  note: PositionNote | undefined;
  onClose: () => void;
}

export function NoteDialog({ positionId: id, note, onClose }: NoteDialogProps) {
  const utils = trpc.useUtils();
  const form = useServerForm({
    defaultValues: { text: note?.text ?? '' },
    loadSchema: () =>
      import('~/shared/schemas/position-notes').then(({ addNoteInput }) => addNoteInput.pick({ text: true })),
    onValid: ({ text }) =>
      note ? edit.mutate({ id, noteId: note.id, version: note.version, text }) : add.mutate({ id, text }),
  });
  const done = () => {
    void utils.positions.notes.invalidate({ id });
    onClose();
  };
  const change = usePositionChange({ done: words.saved, failed: words.saveFailed }, done, form.onError);
  const add = trpc.positions.addNote.useMutation(change);
  const edit = trpc.positions.editNote.useMutation(change);
  return (
    <FormDialog
      isWide
      title={note ? words.edit : words.add}
      pending={add.isPending || edit.isPending}
      submitLabel={words.save}
      pendingLabel={words.saving}
      formProps={form.formProps}
      onClose={onClose}
    >
      <TextArea
        label={words.text}
        hint={words.hint}
        rows={8}
        autoFocus
        count={{ now: form.watch('text').length, limit: limits.noteCharacters }}
        {...form.fieldProps('text')}
      />
    </FormDialog>
  );
}
