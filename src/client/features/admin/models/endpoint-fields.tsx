import type { useServerForm } from '~/client/hooks/use-server-form';
import { Checkbox } from '~/client/ui/form/checkbox';
import { TextField } from '~/client/ui/form/field';
import { PasswordField } from '~/client/ui/form/password-field';
import { SelectField } from '~/client/ui/form/select-field';
import { TextArea } from '~/client/ui/form/text-area';
import { modelEndpointWords as words } from '~/client/words/model-endpoints';
import type { ModelEndpointRow } from '~/shared/schemas/models';
import type { EndpointValues } from './endpoint-values';

interface EndpointFieldsProps
  extends Pick<ReturnType<typeof useServerForm<EndpointValues>>, 'fieldProps' | 'register'> {
  endpoint: ModelEndpointRow | undefined;
}

export function EndpointFields({ endpoint, fieldProps, register }: EndpointFieldsProps) {
  const { hasKey, headerNames = [], proxy } = endpoint ?? {};
  return (
    <>
      <AddressFields fieldProps={fieldProps} register={register} />
      <ConnectionFields endpoint={endpoint} fieldProps={fieldProps} />
      <CollectionFields fieldProps={fieldProps} />
      {(hasKey || headerNames.length > 0 || proxy) && <Checkbox label={words.forget} {...register('forget')} />}
      <Checkbox label={words.enabled} {...register('isEnabled')} />
    </>
  );
}

function AddressFields({ fieldProps, register }: Omit<EndpointFieldsProps, 'endpoint'>) {
  return (
    <>
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
    </>
  );
}

/** Stored secrets are never sent to the page; hints show which of them exist. */
function ConnectionFields({ endpoint, fieldProps }: Omit<EndpointFieldsProps, 'register'>) {
  const { hasKey, headerNames = [], proxy } = endpoint ?? {};
  return (
    <>
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
    </>
  );
}

function CollectionFields({ fieldProps }: Pick<EndpointFieldsProps, 'fieldProps'>) {
  return (
    <>
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
    </>
  );
}
