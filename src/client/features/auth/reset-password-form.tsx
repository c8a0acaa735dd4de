import { chakra, Stack, Text } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useServerForm } from '~/client/hooks/use-server-form';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { PasswordField } from '~/client/ui/form/password-field';
import { authWords as words } from '~/client/words/auth';
import { limits } from '~/shared/limits';
import { saveTypedEmail } from './typed-email';

interface ResetPasswordFormProps {
  token: string;
  email: string;
}

export function ResetPasswordForm({ token, email }: ResetPasswordFormProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const config = trpc.auth.config.useQuery();
  const minimum = config.data?.passwordMinLength ?? limits.passwordMinLength;
  const { formProps, fieldProps, onError } = useServerForm({
    defaultValues: { newPassword: '' },
    loadSchema: async () => {
      const { completeResetInput } = await import('~/shared/schemas/account');
      const { newPassword } = completeResetInput.shape;
      return completeResetInput
        .pick({ newPassword: true })
        .extend({ newPassword: newPassword.min(minimum, words.newPasswordTooShort(minimum)) });
    },
    failureTitle: words.resetFailed,
    onValid: ({ newPassword }) => complete.mutate({ token, newPassword }),
  });
  const complete = trpc.passwordReset.complete.useMutation({
    async onSuccess() {
      toast({ kind: 'success', title: words.resetDone, description: words.resetDoneMore });
      saveTypedEmail(email);
      // The reset has ended all sessions, including this browser's.
      queryClient.clear();
      await navigate({ to: '/auth', search: {}, replace: true });
    },
    onError,
  });
  return (
    <chakra.form {...formProps} aria-label={words.resetTitle}>
      <Stack gap="5">
        <Text color="fg.muted" textAlign="center" overflowWrap="anywhere">
          {words.resetFor(email)}
        </Text>
        {/* For password managers: the account that the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={words.newPassword}
          autoComplete="new-password"
          hint={words.minLength(minimum)}
          {...fieldProps('newPassword')}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={complete.isPending}
          pendingLabel={words.settingPassword}
        >
          {words.setPassword}
        </Button>
      </Stack>
    </chakra.form>
  );
}
