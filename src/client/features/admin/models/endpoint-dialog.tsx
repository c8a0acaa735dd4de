import { useEffect } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { Checkbox } from '~/client/ui/form/checkbox';
import { TextField } from '~/client/ui/form/field';
import { PasswordField } from '~/client/ui/form/password-field';
import { SelectField } from '~/client/ui/form/select-field';
import { TextArea } from '~/client/ui/form/text-area';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { modelEndpointWords as words } from '~/client/words/model-endpoints';
import { parseHeaderLines } from '~/shared/header-lines';
import type { ApiKind, ModelEndpointRow } from '~/shared/schemas/models';
import { useModelChange } from './use-model-change';

interface EndpointDialogProps {
  isOpen: boolean;
  /** Absent for a new one. */
  endpoint?: ModelEndpointRow;
  onClose: () => void;
}

const valuesOf = (endpoint: ModelEndpointRow | undefined) => ({
  name: endpoint?.name ?? '',
  baseUrl: endpoint?.baseUrl ?? '',
  api: endpoint?.api ?? ('auto' as ApiKind),
  apiKey: '',
  headers: '',
  proxyUrl: '',
  embeddingModel: endpoint?.embeddingModel ?? '',
  rerankModel: endpoint?.rerankModel ?? '',
  forget: false,
  isEnabled: endpoint?.isEnabled ?? true,
});
type Values = ReturnType<typeof valuesOf>;

/** An empty field keeps what is stored, unless it is to be removed. */
function toInput({ apiKey, headers, proxyUrl, embeddingModel, rerankModel, forget, ...values }: Values) {
  const empty = forget ? null : undefined;
  const given = parseHeaderLines(headers) ?? {};
  return {
    ...values,
    apiKey: apiKey.trim() || empty,
    headers: Object.keys(given).length > 0 ? given : empty,
    proxyUrl: proxyUrl.trim() || empty,
    embeddingModel: embeddingModel.trim() || null,
    rerankModel: rerankModel.trim() || null,
  };
}

export function EndpointDialog({ isOpen, endpoint, onClose }: EndpointDialogProps) {
  const { formProps, fieldProps, register, reset, onError } = useServerForm<Values>({
    defaultValues: valuesOf(endpoint),
    loadSchema: () => import('~/shared/schemas/models').then(({ endpointForm }) => endpointForm),
    toInput: (values) => {
      const { headers, embeddingModel, rerankModel } = values;
      return { ...toInput(values), headers, embeddingModel, rerankModel };
    },
    onValid: (values) =>
      endpoint?.id ? update.mutate({ ...toInput(values), id: endpoint.id }) : create.mutate(toInput(values)),
  });
  // Each opening starts from what is stored.
  useEffect(() => {
    if (isOpen) reset(valuesOf(endpoint));
  }, [isOpen, endpoint, reset]);
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
  const { hasKey, headerNames = [], proxy } = endpoint ?? {};
  return (
    <FormDialog
      isOpen={isOpen}
      title={endpoint ? words.editTitle(endpoint.name) : words.addTitle}
      pending={create.isPending || update.isPending}
      submitLabel={endpoint ? words.save : words.add}
      pendingLabel={endpoint ? words.saving : words.adding}
      formProps={formProps}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        placeholder={words.namePlaceholder}
        autoFocus
        autoComplete="off"
        {...fieldProps('name')}
      />
      <TextField
        label={words.address}
        placeholder={words.addressPlaceholder}
        hint={words.addressHint}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...fieldProps('baseUrl')}
      />
      <SelectField label={words.api} {...register('api')}>
        {Object.entries(words.apis).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <PasswordField
        label={words.key}
        hint={hasKey ? words.keyKept : words.keyHint}
        autoComplete="new-password"
        {...fieldProps('apiKey')}
      />
      <TextArea
        label={words.headers}
        placeholder={words.headersPlaceholder}
        hint={headerNames.length > 0 ? words.headersKept(headerNames.join(', ')) : undefined}
        rows={2}
        minHeight="16"
        spellCheck={false}
        {...fieldProps('headers')}
      />
      <TextField
        label={words.proxyUrl}
        placeholder={words.proxyPlaceholder}
        hint={proxy ? words.proxyKept(proxy) : undefined}
        inputMode="url"
        autoComplete="off"
        {...fieldProps('proxyUrl')}
      />
      <TextField
        label={words.embedding}
        placeholder={words.embeddingPlaceholder}
        hint={words.embeddingHint}
        autoComplete="off"
        spellCheck={false}
        {...fieldProps('embeddingModel')}
      />
      <TextField
        label={words.rerank}
        placeholder={words.rerankPlaceholder}
        hint={words.rerankHint}
        autoComplete="off"
        spellCheck={false}
        {...fieldProps('rerankModel')}
      />
      {(hasKey || headerNames.length > 0 || proxy) && <Checkbox label={words.forget} {...register('forget')} />}
      <Checkbox label={words.enabled} {...register('isEnabled')} />
    </FormDialog>
  );
}
