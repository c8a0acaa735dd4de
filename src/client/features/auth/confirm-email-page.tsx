import { Stack, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { errorMessage } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { authWords as words } from '~/client/words/auth';
import { AuthFrame } from './auth-frame';
import { AuthLink } from './auth-link';

interface ConfirmEmailPageProps {
  /** From the URL fragment, which browsers never send to the server; empty if missing. */
  token: string;
}

/** Opening the page confirms nothing, because mail scanners also open links. The button confirms. */
export function ConfirmEmailPage({ token }: ConfirmEmailPageProps) {
  const utils = trpc.useUtils();
  const confirm = trpc.emailConfirmation.confirm.useMutation({
    onSuccess: () => utils.emailConfirmation.status.invalidate(),
  });
  return (
    <AuthFrame title={words.confirmTitle}>
      <Stack gap="5" textAlign="center">
        {confirm.data ? (
          <Stack role="status" gap="3">
            <Text overflowWrap="anywhere">{words.confirmed(confirm.data.email)}</Text>
            {confirm.data.hasOtherSignIn && (
              <Text color="fg.muted" textWrap="balance">
                {words.confirmedOthers}
              </Text>
            )}
          </Stack>
        ) : (
          <>
            <Text role={confirm.error || !token ? 'alert' : undefined} color="fg.muted" textWrap="balance">
              {confirm.error ? errorMessage(confirm.error) : token ? words.confirmHint : words.confirmIncomplete}
            </Text>
            {token && (
              <Button
                variant="primary"
                size="lg"
                pending={confirm.isPending}
                pendingLabel={words.confirming}
                onClick={() => confirm.mutate({ token })}
              >
                {words.confirm}
              </Button>
            )}
          </>
        )}
        {confirm.data || !token ? (
          <Button asChild size="lg" width="full">
            <Link to="/qchat">{words.confirmGoOn}</Link>
          </Button>
        ) : (
          <AuthLink asChild alignSelf="center">
            <Link to="/qchat">{words.confirmGoOn}</Link>
          </AuthLink>
        )}
      </Stack>
    </AuthFrame>
  );
}
