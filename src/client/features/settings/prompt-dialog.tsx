import { useEffect } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { useFormDraft } from '~/client/lib/form-draft';
import { formatCount } from '~/client/lib/format';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { RestoredNote } from '~/client/ui/form/restored-note';
import { TextArea } from '~/client/ui/form/text-area';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { promptWords as words } from '~/client/words/prompts';
import { limits } from '~/shared/limits';
import type { Prompt, PromptScope } from '~/shared/schemas/prompts';

interface PromptDialogProps {
  /** Absent for a new prompt. */
  prompt?: Prompt | undefined;
  scope: PromptScope;
  onClose: () => void;
}

const limit = limits.promptCharacters;
const newTitles = { personal: words.createTitle, organization: words.createOrganizationTitle };

/**
 * Escape and a reload keep the unsaved text; Cancel and saving discard it. Saving does so before the list is refetched,
 * because a reload in between would restore the saved text as unsaved.
 */
export function PromptDialog({ prompt, scope, onClose }: PromptDialogProps) {
  const utils = trpc.useUtils();
  const saved = { title: prompt?.title ?? '', text: prompt?.text ?? '' };
  // One draft per prompt, and one for a new prompt in each list.
  const draft = useFormDraft(`prompt:${prompt?.id ?? scope}`, saved, prompt?.updatedAt.toISOString());
  const { formProps, fieldProps, watch, onError } = useServerForm({
    defaultValues: draft.restored ?? saved,
    failureTitle: words.saveFailed,
    loadSchema: () => import('~/shared/schemas/prompts').then(({ createPromptInput }) => createPromptInput),
    onValid(values) {
      if (prompt) update.mutate({ promptId: prompt.id, ...values });
      else create.mutate({ ...values, scope });
    },
  });
  const discard = () => {
    draft.forget();
    onClose();
  };
  const settled = {
    async onSuccess() {
      draft.forget();
      await utils.prompts.list.invalidate();
      toast({ kind: 'success', title: words.saved });
      discard();
    },
    onError,
  };
  const create = trpc.prompts.create.useMutation(settled);
  const update = trpc.prompts.update.useMutation(settled);
  const [title, text] = watch(['title', 'text']);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change
  useEffect(() => draft.keep({ title, text }), [title, text]);
  const length = text.trim().length;
  const field = fieldProps('text');
  return (
    <FormDialog
      isWide
      title={prompt ? words.editTitle : newTitles[scope]}
      submitLabel={words.save}
      pendingLabel={words.saving}
      pending={create.isPending || update.isPending}
      inactive={prompt?.title === title && prompt.text === text}
      formProps={formProps}
      onClose={onClose}
      onCancel={discard}
    >
      {draft.restored && <RestoredNote isOutdated={draft.isOutdated} />}
      <TextField label={words.title} autoComplete="off" dir="auto" autoFocus {...fieldProps('title')} />
      <TextArea
        label={words.text}
        hint={words.textHint}
        dir="auto"
        rows={10}
        {...field}
        error={length > limit ? words.textTooLong(formatCount(limit)) : field.error}
        count={{ now: length, limit }}
      />
    </FormDialog>
  );
}
