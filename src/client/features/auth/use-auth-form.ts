import { type FieldErrors, type FieldValues, useForm } from '~/client/hooks/use-form';
import { errorMessage, fieldErrors, isConflict } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import type { CurrentUser } from '~/shared/schemas/auth';

const loadRules = () => import('./auth-rules');

interface AuthFormOptions<Name extends string> {
  form: 'login' | 'register' | 'forgot' | 'reset';
  names: readonly Name[];
  failureTitle: string;
  onValid: (values: FieldValues<Name>) => void;
}

/** What the forms before the session do alike: rules, the new session, failures beside their fields and as a toast. */
export function useAuthForm<Name extends string>(options: AuthFormOptions<Name>) {
  const utils = trpc.useUtils();
  const form = useForm({
    names: options.names,
    // Without its rules (they could not be loaded) the form still works: the server checks everything again.
    check: async (values) =>
      loadRules().then(
        ({ wrongFields }) => wrongFields(options.form, values) as FieldErrors<Name>,
        () => ({}),
      ),
    onValid: options.onValid,
  });

  return {
    ...form,
    formProps: {
      ...form.formProps,
      method: 'post' as const,
      // The rules are larger than the screen, so they come when someone begins to type.
      onFocus: () => void loadRules().catch(() => {}),
    },
    /** The screen sees the session and goes on by itself. */
    onSuccess: (user: CurrentUser) => utils.auth.user.setData(undefined, user),
    onError(cause: unknown) {
      toast({ kind: 'error', title: options.failureTitle, description: errorMessage(cause) });
      const words = Object.entries(wordsByField(cause)).filter(([name]) => options.names.some((own) => own === name));
      if (words.length > 0) form.refuse(Object.fromEntries(words) as FieldErrors<Name>);
    },
  };
}

function wordsByField(cause: unknown): Record<string, string> {
  // The one conflict there is: the address belongs to an account.
  return isConflict(cause) ? { email: errorMessage(cause) } : fieldErrors(cause);
}
