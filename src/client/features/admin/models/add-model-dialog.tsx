import { useId, useState } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { errorMessage } from '~/client/lib/error-message';
import { formatCount } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { modelEndpointWords as words } from '~/client/words/model-endpoints';
import { ModelFields } from './model-fields';
import { type ModelValues, modelValues, toModelInput } from './model-values';
import { useModelChange } from './use-model-change';

interface AddModelDialogProps {
  isOpen: boolean;
  endpointId: string;
  endpointName: string;
  onClose: () => void;
}

/** Suggests the models that the endpoint lists. Other names can be typed. */
export function AddModelDialog({ isOpen, endpointId, endpointName, onClose }: AddModelDialogProps) {
  const listId = useId();
  const available = trpc.models.find.useQuery({ id: endpointId }, { enabled: isOpen, retry: false });
  const [groupIds, setGroupIds] = useState<ReadonlySet<string>>(new Set());
  const form = useServerForm<ModelValues>({
    defaultValues: modelValues(),
    loadSchema: () => import('~/shared/schemas/models').then(({ addModelInput }) => addModelInput),
    toInput: (values) => ({ ...toModelInput(values, groupIds), name: values.name, endpointId }),
    onValid: (values) => add.mutate({ ...toModelInput(values, groupIds), name: values.name, endpointId }),
  });
  const { reset } = form;
  const change = useModelChange({ done: words.modelAdded, failed: words.modelAddFailed }, () => {
    reset();
    setGroupIds(new Set());
    onClose();
  });
  const add = trpc.models.add.useMutation({
    onSuccess: change.onSuccess,
    onError(cause) {
      change.onError(cause);
      form.onError(cause);
    },
  });
  const names = (available.data ?? []).filter(({ isOffered }) => !isOffered).map(({ name }) => name);
  const hint = available.isLoading
    ? words.finding
    : available.error
      ? errorMessage(available.error)
      : words.found(formatCount(names.length), names.length === 1);
  return (
    <FormDialog
      isOpen={isOpen}
      title={words.addModelTo(endpointName)}
      pending={add.isPending}
      submitLabel={words.addModel}
      pendingLabel={words.adding}
      formProps={form.formProps}
      onClose={onClose}
    >
      <TextField
        label={words.modelName}
        placeholder={words.modelPlaceholder}
        hint={hint}
        list={listId}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        {...form.fieldProps('name')}
      />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ModelFields form={form} groupIds={groupIds} onGroupIds={setGroupIds} />
    </FormDialog>
  );
}
