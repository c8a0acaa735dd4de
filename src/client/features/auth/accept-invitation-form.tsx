import { chakra, Grid, Stack, Text } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { PasswordField } from '~/client/ui/form/password-field';
import { authWords } from '~/client/words/auth';
import { invitationWords as words } from '~/client/words/invitations';
import { limits } from '~/shared/limits';

interface AcceptInvitationFormProps {
  token: string;
  email: string;
  isAdmin: boolean;
}

export function AcceptInvitationForm({ token, email, isAdmin }: AcceptInvitationFormProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const config = trpc.auth.config.useQuery();
  const minimum = config.data?.passwordMinLength ?? limits.passwordMinLength;
  const { formProps, fieldProps, onError } = useServerForm({
    defaultValues: { firstName: '', lastName: '', password: '' },
    loadSchema: async () => {
      const { acceptInvitationInput } = await import('~/shared/schemas/invitations');
      const { password } = acceptInvitationInput.shape;
      return acceptInvitationInput
        .omit({ token: true })
        .extend({ password: password.min(minimum, authWords.passwordTooShort(minimum)) });
    },
    failureTitle: words.acceptFailed,
    onValid: (values) => accept.mutate({ token, ...values }),
  });
  const accept = trpc.invitations.accept.useMutation({
    async onSuccess(user) {
      // The cache may contain data of an account that was signed in here before.
      queryClient.clear();
      utils.auth.user.setData(undefined, user);
      await navigate({ to: '/qchat', replace: true });
    },
    onError,
  });
  return (
    <chakra.form {...formProps} aria-label={words.title}>
      <Stack gap="5">
        <Text color="fg.muted" textAlign="center" overflowWrap="anywhere">
          {isAdmin ? words.forAdmin(email) : words.for(email)}
        </Text>
        {/* For password managers: the account that the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Grid templateColumns="1fr 1fr" gap="3" alignItems="start">
          <TextField label={authWords.firstName} autoComplete="given-name" {...fieldProps('firstName')} />
          <TextField label={authWords.lastName} autoComplete="family-name" {...fieldProps('lastName')} />
        </Grid>
        <PasswordField
          label={authWords.password}
          autoComplete="new-password"
          hint={authWords.minLength(minimum)}
          {...fieldProps('password')}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={accept.isPending}
          pendingLabel={authWords.creatingAccount}
        >
          {authWords.createAccount}
        </Button>
      </Stack>
    </chakra.form>
  );
}
