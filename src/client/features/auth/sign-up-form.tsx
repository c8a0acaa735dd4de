import { chakra, Grid, Stack } from '@chakra-ui/react';
import { limits } from '~/shared/limits';
import { trpc } from '../../lib/trpc';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { PasswordField } from '../../ui/password-field';
import { EmailField } from './email-field';
import type { AuthFormProps } from './sign-in-form';
import { useAuthForm } from './use-auth-form';

export function SignUpForm({ email }: AuthFormProps) {
  const { formProps, fieldProps, onSuccess, onError } = useAuthForm({
    form: 'register',
    names: ['firstName', 'lastName', 'email', 'password'],
    failureTitle: 'Registration failed',
    onValid: (values) => register.mutate(values),
  });
  const register = trpc.auth.register.useMutation({ onSuccess, onError });
  const config = trpc.auth.config.useQuery();
  const minLength = config.data?.passwordMinLength ?? limits.passwordMinLength;
  return (
    <chakra.form {...formProps} aria-label="Sign up">
      <Stack gap="5">
        <Grid templateColumns="1fr 1fr" gap="3" alignItems="start">
          <TextField label="First Name" autoComplete="given-name" {...fieldProps('firstName')} />
          <TextField label="Last Name" autoComplete="family-name" {...fieldProps('lastName')} />
        </Grid>
        <EmailField defaultValue={email} {...fieldProps('email')} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={`At least ${minLength} characters`}
          {...fieldProps('password')}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={register.isPending}
          pendingLabel="Creating account..."
        >
          Create Account
        </Button>
      </Stack>
    </chakra.form>
  );
}
