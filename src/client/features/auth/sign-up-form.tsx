import { chakra, Grid, Stack } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { errorMessage, isConflict } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { PasswordField } from '~/client/ui/form/password-field';
import { authWords as words } from '~/client/words/auth';
import { limits } from '~/shared/limits';
import { EmailField } from './email-field';
import type { AuthFormProps } from './sign-in-form';

export function SignUpForm({ email }: AuthFormProps) {
  const utils = trpc.useUtils();
  const config = trpc.auth.config.useQuery();
  const minLength = config.data?.passwordMinLength ?? limits.passwordMinLength;
  const { formProps, fieldProps, onError, showErrors } = useServerForm({
    defaultValues: { firstName: '', lastName: '', email, password: '' },
    loadSchema: async () => {
      const { registerInput } = await import('~/shared/schemas/auth');
      const { password } = registerInput.shape;
      return registerInput.extend({ password: password.min(minLength, words.passwordTooShort(minLength)) });
    },
    failureTitle: words.signUpFailed,
    onValid(values) {
      const [firstName, lastName] = [values.firstName.trim(), values.lastName.trim()];
      register.mutate({
        ...(firstName && { firstName }),
        ...(lastName && { lastName }),
        email: values.email.trim(),
        password: values.password,
      });
    },
  });
  const register = trpc.auth.register.useMutation({
    onSuccess: (user) => utils.auth.user.setData(undefined, user),
    onError(cause) {
      onError(cause);
      // The only conflict: the email belongs to an account.
      if (isConflict(cause)) showErrors({ email: errorMessage(cause) });
    },
  });
  return (
    <chakra.form {...formProps} aria-label={words.signUpTitle}>
      <Stack gap="5">
        <Grid templateColumns="1fr 1fr" gap="3" alignItems="start">
          <TextField label={words.firstName} autoComplete="given-name" {...fieldProps('firstName')} />
          <TextField label={words.lastName} autoComplete="family-name" {...fieldProps('lastName')} />
        </Grid>
        <EmailField {...fieldProps('email')} />
        <PasswordField
          label={words.password}
          autoComplete="new-password"
          hint={words.minLength(minLength)}
          {...fieldProps('password')}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={register.isPending}
          pendingLabel={words.creatingAccount}
        >
          {words.createAccount}
        </Button>
      </Stack>
    </chakra.form>
  );
}
