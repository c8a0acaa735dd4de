import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { modelEndpointWords as words } from '~/client/words/model-endpoints';
import type { ModelEndpointRow } from '~/shared/schemas/models';
import { EndpointFields } from './endpoint-fields';
import { type EndpointValues, toInput, valuesOf } from './endpoint-values';
import { useModelChange } from './use-model-change';

interface EndpointDialogProps {
  /** Absent for a new endpoint. */
  endpoint?: ModelEndpointRow;
  onClose: () => void;
}

/** Mounted only while open, so that it starts from the stored values, and keeps what is typed when they are loaded again. */
export function EndpointDialog({ endpoint, onClose }: EndpointDialogProps) {
  const { formProps, fieldProps, formState, register, onError } = useServerForm<EndpointValues>({
    defaultValues: valuesOf(endpoint),
    loadSchema: () => import('~/shared/schemas/models').then(({ endpointForm }) => endpointForm),
    toInput: (values) => {
      const { headers, embeddingModel, rerankModel } = values;
      return { ...toInput(values), headers, embeddingModel, rerankModel };
    },
    onValid: (values) =>
      endpoint?.id ? update.mutate({ ...toInput(values), id: endpoint.id }) : create.mutate(toInput(values)),
  });
  const change = useModelChange(
    endpoint ? { done: words.saved, failed: words.saveFailed } : { done: words.added, failed: words.addFailed },
    onClose,
  );
  const outcome = {
    onSuccess: change.onSuccess,
    onError(cause: unknown) {
      change.onError(cause);
      onError(cause);
    },
  };
  const create = trpc.models.createEndpoint.useMutation(outcome);
  const update = trpc.models.updateEndpoint.useMutation(outcome);
  return (
    <FormDialog
      title={endpoint ? words.editTitle(endpoint.name) : words.addTitle}
      pending={create.isPending || update.isPending}
      inactive={endpoint && !formState.isDirty}
      submitLabel={endpoint ? words.save : words.add}
      pendingLabel={endpoint ? words.saving : words.adding}
      formProps={formProps}
      onClose={onClose}
    >
      <EndpointFields endpoint={endpoint} fieldProps={fieldProps} register={register} />
    </FormDialog>
  );
}
