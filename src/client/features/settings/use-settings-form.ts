import { type FieldErrors, type FieldValues, useForm } from '~/client/hooks/use-form';
import { errorMessage, fieldErrors } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';

const loadRules = () => import('./settings-rules');

interface SettingsFormOptions<Name extends string> {
  form: 'profile' | 'password';
  names: readonly Name[];
  failureTitle: string;
  /** Words for what the shared rules do not know, such as this deployment's own minimum. */
  checkMore?: (values: FieldValues<Name>) => FieldErrors<Name>;
  onValid: (values: FieldValues<Name>) => void;
}

/** What the forms of the settings do alike: rules, and failures beside their fields and as a toast. */
export function useSettingsForm<Name extends string>(options: SettingsFormOptions<Name>) {
  const form = useForm({
    names: options.names,
    // Without its rules (they could not be loaded) the form still works: the server checks everything again.
    check: async (values) => {
      const words = await loadRules().then(
        ({ wrongFields }) => wrongFields(options.form, values) as FieldErrors<Name>,
        () => ({}) as FieldErrors<Name>,
      );
      return { ...options.checkMore?.(values), ...words };
    },
    onValid: options.onValid,
  });
  return {
    ...form,
    formProps: {
      ...form.formProps,
      method: 'post' as const,
      // The rules are larger than the form, so they come when someone begins to type.
      onFocus: () => void loadRules().catch(() => {}),
    },
    onError(cause: unknown) {
      toast({ kind: 'error', title: options.failureTitle, description: errorMessage(cause) });
      const words = Object.entries(fieldErrors(cause)).filter(([name]) => options.names.some((own) => own === name));
      if (words.length > 0) form.refuse(Object.fromEntries(words) as FieldErrors<Name>);
    },
  };
}
