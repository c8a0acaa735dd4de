import { useEffect } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { useFormDraft } from '~/client/lib/form-draft';
import { trpc } from '~/client/lib/trpc';
import { RestoredNote } from '~/client/ui/form/restored-note';
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

/** Escape and a reload keep the unsaved text; Cancel and saving discard it. */
export function NoteDialog({ positionId: id, note, onClose }: NoteDialogProps) {
  const utils = trpc.useUtils();
  const saved = { text: note?.text ?? '' };
  const draft = useFormDraft(`note:${note?.id ?? id}`, saved, String(note?.version ?? ''));
  const form = useServerForm({
    defaultValues: draft.restored ?? saved,
    loadSchema: () =>
      import('~/shared/schemas/position-notes').then(({ addNoteInput }) => addNoteInput.pick({ text: true })),
    onValid: ({ text }) =>
      note ? edit.mutate({ id, noteId: note.id, version: note.version, text }) : add.mutate({ id, text }),
  });
  const forget = () => {
    draft.forget();
    onClose();
  };
  const onSaved = () => {
    void utils.positions.notes.invalidate({ id });
    forget();
  };
  const change = usePositionChange({ done: words.saved, failed: words.saveFailed }, onSaved, form.onError);
  const add = trpc.positions.addNote.useMutation(change);
  const edit = trpc.positions.editNote.useMutation(change);
  const text = form.watch('text');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change
  useEffect(() => draft.keep({ text }), [text]);
  return (
    <FormDialog
      isWide
      title={note ? words.edit : words.add}
      pending={add.isPending || edit.isPending}
      inactive={note && text === saved.text}
      submitLabel={words.save}
      pendingLabel={words.saving}
      formProps={form.formProps}
      onClose={onClose}
      onCancel={forget}
    >
      {draft.restored && <RestoredNote isOutdated={draft.isOutdated} />}
      <TextArea
        label={words.text}
        hint={words.hint}
        rows={8}
        autoFocus
        count={{ now: text.length, limit: limits.noteCharacters }}
        {...form.fieldProps('text')}
      />
    </FormDialog>
  );
}
