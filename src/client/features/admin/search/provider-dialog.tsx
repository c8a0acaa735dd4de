import { useServerForm } from '~/client/hooks/use-server-form';
import { fieldErrors } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { Checkbox } from '~/client/ui/form/checkbox';
import { TextField } from '~/client/ui/form/field';
import { PasswordField } from '~/client/ui/form/password-field';
import { SelectField } from '~/client/ui/form/select-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { searchProviderWords as words } from '~/client/words/search-providers';
import type { SearchProviderRow } from '~/shared/schemas/web-search';
import type { SearchProviderName } from '~/shared/search-providers';
import { useSearchChange } from './use-search-change';

interface ProviderDialogProps {
  /** Absent for a new provider. */
  provider?: SearchProviderRow;
  /** The providers that can still be added. */
  free: readonly SearchProviderName[];
  onClose: () => void;
}

interface Values extends Record<string, string | boolean> {
  name: string;
  apiKey: string;
  baseUrl: string;
  engineId: string;
  isEnabled: boolean;
}

const toInput = ({ name, apiKey, baseUrl, engineId, isEnabled }: Values) => ({
  // The select's value is always one of its options.
  name: name as SearchProviderName,
  apiKey: apiKey.trim() || undefined,
  baseUrl: baseUrl.trim() || undefined,
  engineId: engineId.trim() || undefined,
  isEnabled,
});

export function ProviderDialog({ provider, free, onClose }: ProviderDialogProps) {
  const { formProps, fieldProps, formState, register, watch, onError } = useServerForm<Values>({
    defaultValues: {
      name: provider?.name ?? free[0] ?? '',
      apiKey: '',
      baseUrl: provider?.baseUrl ?? '',
      engineId: provider?.engineId ?? '',
      isEnabled: provider?.isEnabled ?? true,
    },
    loadSchema: () => import('~/shared/schemas/web-search').then((schemas) => schemas.saveSearchProviderInput),
    toInput,
    onValid: (values) => save.mutate(toInput(values)),
  });
  const change = useSearchChange({ done: words.saved, failed: words.saveFailed }, onClose);
  const save = trpc.webSearch.saveProvider.useMutation({
    onSuccess: change.onSuccess,
    onError(cause) {
      // An error beside a field needs no additional notice.
      if (Object.keys(fieldErrors(cause)).length === 0) change.onError(cause);
      onError(cause);
    },
  });
  return (
    <FormDialog
      title={provider ? words.editTitle(words.names[provider.name]) : words.addTitle}
      pending={save.isPending}
      inactive={provider && !formState.isDirty}
      submitLabel={provider ? words.save : words.add}
      pendingLabel={provider ? words.saving : words.adding}
      formProps={formProps}
      onClose={onClose}
    >
      {!provider && (
        <SelectField label={words.provider} {...register('name')}>
          {free.map((name) => (
            <option key={name} value={name}>
              {words.names[name]}
            </option>
          ))}
        </SelectField>
      )}
      <AccessFields name={watch('name')} hasKey={provider?.hasKey ?? false} fieldProps={fieldProps} />
      <Checkbox label={words.enabled} {...register('isEnabled')} />
    </FormDialog>
  );
}

interface AccessFieldsProps extends Pick<ReturnType<typeof useServerForm<Values>>, 'fieldProps'> {
  /** The selected provider. */
  name: string;
  hasKey: boolean;
}

/** The key or URL that a provider requires. */
function AccessFields({ name, hasKey, fieldProps }: AccessFieldsProps) {
  return (
    <>
      {name === 'searxng' ? (
        <TextField
          label={words.address}
          placeholder={words.addressPlaceholder}
          hint={words.addressHint}
          inputMode="url"
          autoComplete="off"
          {...fieldProps('baseUrl')}
        />
      ) : (
        <PasswordField
          label={words.key}
          hint={hasKey ? words.keyKept : words.keyHint}
          autoComplete="new-password"
          {...fieldProps('apiKey')}
        />
      )}
      {name === 'google' && (
        <TextField label={words.engineId} hint={words.engineHint} autoComplete="off" {...fieldProps('engineId')} />
      )}
    </>
  );
}
