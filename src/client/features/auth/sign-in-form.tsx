import { chakra, Stack } from '@chakra-ui/react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { PasswordField } from '~/client/ui/form/password-field';
import { authWords as words } from '~/client/words/auth';
import { AuthLink } from './auth-link';
import { EmailField } from './email-field';

export interface AuthFormProps {
  /** The email typed on the other tab. */
  email: string;
}

export function SignInForm({ email }: AuthFormProps) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const { formProps, fieldProps, onError } = useServerForm({
    defaultValues: { email, password: '' },
    loadSchema: () => import('~/shared/schemas/auth').then(({ loginInput }) => loginInput),
    failureTitle: words.signInFailed,
    onValid: (values) => login.mutate({ ...values, email: values.email.trim() }),
  });
  const login = trpc.auth.login.useMutation({
    // The page detects the session and redirects.
    onSuccess: (user) => utils.auth.user.setData(undefined, user),
    onError(cause) {
      if (cause.data?.appCode !== 'second_factor') return onError(cause);
      void navigate({
        to: '/auth',
        search: (previous) => ({ ...previous, problem: undefined, step: 'code' as const }),
      });
    },
  });
  return (
    <chakra.form {...formProps} aria-label={words.signInTitle}>
      <Stack gap="5">
        <EmailField {...fieldProps('email')} />
        <PasswordField label={words.password} autoComplete="current-password" {...fieldProps('password')} />
        <Button type="submit" variant="primary" size="lg" pending={login.isPending} pendingLabel={words.signingIn}>
          {words.signIn}
        </Button>
        <AuthLink asChild alignSelf="center">
          <Link to="/forgot-password">{words.forgotPassword}</Link>
        </AuthLink>
      </Stack>
    </chakra.form>
  );
}
