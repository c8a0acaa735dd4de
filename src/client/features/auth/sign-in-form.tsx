import { chakra, Stack } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { PasswordField } from '~/client/ui/form/password-field';
import { authWords as words } from '~/client/words/auth';
import { AuthLink } from './auth-link';
import { EmailField } from './email-field';
import { useAuthForm } from './use-auth-form';

export interface AuthFormProps {
  /** What was typed on the other tab. */
  email: string;
}

export function SignInForm({ email }: AuthFormProps) {
  const { formProps, fieldProps, onSuccess, onError } = useAuthForm({
    form: 'login',
    names: ['email', 'password'],
    failureTitle: words.signInFailed,
    onValid: (values) => login.mutate(values),
  });
  const login = trpc.auth.login.useMutation({ onSuccess, onError });
  return (
    <chakra.form {...formProps} aria-label={words.signInTitle}>
      <Stack gap="5">
        <EmailField defaultValue={email} {...fieldProps('email')} />
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
