import { chakra, Stack } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { Checkbox } from '~/client/ui/form/checkbox';
import { PasswordField } from '~/client/ui/form/password-field';
import { settingsWords as words } from '~/client/words/settings';
import { limits } from '~/shared/limits';
import type { CurrentUser } from '~/shared/schemas/auth';

export function PasswordForm({ user }: { user: CurrentUser }) {
  const config = trpc.auth.config.useQuery();
  const minimum = config.data?.passwordMinLength ?? limits.passwordMinLength;
  const utils = trpc.useUtils();
  const { formProps, fieldProps, register, reset, onError } = useServerForm({
    defaultValues: { currentPassword: '', newPassword: '', revokeTokens: true },
    loadSchema: async () => {
      const { changePasswordInput, newPassword } = await import('~/shared/schemas/auth');
      return changePasswordInput.extend({ newPassword: newPassword.min(minimum, words.newPasswordTooShort(minimum)) });
    },
    failureTitle: words.passwordFailed,
    onValid: (values) => change.mutate(values),
  });
  const change = trpc.auth.changePassword.useMutation({
    onSuccess() {
      reset();
      void utils.sessions.list.invalidate();
      void utils.tokens.list.invalidate();
      toast({ kind: 'success', title: words.passwordSaved, description: words.passwordSavedMore });
    },
    onError,
  });
  return (
    <chakra.form {...formProps} aria-label={words.passwordTab}>
      <Stack gap="5">
        {/* For password managers: the account that the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label={words.currentPassword}
          autoComplete="current-password"
          {...fieldProps('currentPassword')}
        />
        <PasswordField
          label={words.newPassword}
          autoComplete="new-password"
          placeholder={words.newPasswordPlaceholder(minimum)}
          {...fieldProps('newPassword')}
        />
        <Checkbox label={words.revokeTokens} {...register('revokeTokens')} />
        <Button
          type="submit"
          variant="primary"
          alignSelf="start"
          pending={change.isPending}
          pendingLabel={words.updatingPassword}
        >
          {words.updatePassword}
        </Button>
      </Stack>
    </chakra.form>
  );
}
