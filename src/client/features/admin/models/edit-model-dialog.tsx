import { useState } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { formatCount } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { modelEndpointWords as words } from '~/client/words/model-endpoints';
import type { OfferedModelRow } from '~/shared/schemas/models';
import { ModelFields } from './model-fields';
import { type ModelValues, modelValues, toModelInput } from './model-values';
import { useModelChange } from './use-model-change';

interface EditModelDialogProps {
  model: OfferedModelRow;
  onClose: () => void;
}

const isSameSet = (set: ReadonlySet<string>, items: readonly string[]) =>
  set.size === items.length && items.every((item) => set.has(item));

/** Mounted only while open, so that it starts from the stored values, and keeps what is typed when they are loaded again. */
export function EditModelDialog({ model, onClose }: EditModelDialogProps) {
  const { id, limits } = model;
  const [groupIds, setGroupIds] = useState<ReadonlySet<string>>(() => new Set(model.groupIds));
  const form = useServerForm<ModelValues>({
    defaultValues: modelValues(model),
    loadSchema: () => import('~/shared/schemas/models').then(({ updateModelInput }) => updateModelInput),
    toInput: (values) => ({ ...toModelInput(values, groupIds), id }),
    onValid: (values) => update.mutate({ ...toModelInput(values, groupIds), id }),
  });
  const change = useModelChange({ done: words.saved, failed: words.saveFailed }, onClose);
  const update = trpc.models.update.useMutation({
    onSuccess: change.onSuccess,
    onError(cause) {
      change.onError(cause);
      form.onError(cause);
    },
  });
  const automatic = {
    context: formatCount(limits.contextTokens),
    output: limits.maxOutputTokens === null ? words.noLimit : formatCount(limits.maxOutputTokens),
  };
  return (
    <FormDialog
      title={words.editTitle(model.displayName)}
      pending={update.isPending}
      inactive={!form.formState.isDirty && isSameSet(groupIds, model.groupIds)}
      submitLabel={words.save}
      pendingLabel={words.saving}
      formProps={form.formProps}
      onClose={onClose}
    >
      <ModelFields form={form} groupIds={groupIds} onGroupIds={setGroupIds} automatic={automatic} />
    </FormDialog>
  );
}
