import { Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { errorMessage, isPassing } from '~/client/lib/error-message';
import { trpcClient } from '~/client/lib/trpc';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { authWords as words } from '~/client/words/auth';
import { AuthFrame } from './auth-frame';
import { AuthLink } from './auth-link';
import { ResetPasswordForm } from './reset-password-form';

interface ResetPasswordPageProps {
  /** From the link's fragment, which no server and no other site gets to see; empty when it is missing. */
  token: string;
}

export function ResetPasswordPage({ token }: ResetPasswordPageProps) {
  return (
    <AuthFrame title={words.resetTitle}>
      <Stack gap="5">
        {token ? <OpenedLink token={token} /> : <UnusableLink description={words.linkIncomplete} />}
        <AuthLink asChild alignSelf="center">
          <Link to="/auth">{words.backToSignIn}</Link>
        </AuthLink>
      </Stack>
    </AuthFrame>
  );
}

/** Whether the link is still good is asked before a password is typed. */
function OpenedLink({ token }: { token: string }) {
  const link = useQuery({
    queryKey: ['reset-link', token],
    // A call that changes nothing, sent as one that does: so the token is in no address.
    queryFn: () => trpcClient.passwordReset.open.mutate({ token }),
    gcTime: 0,
  });
  if (link.data) return <ResetPasswordForm token={token} email={link.data.email} />;
  if (link.isPending) return <Skeleton height="40" />;
  if (!isPassing(link.error)) return <UnusableLink description={errorMessage(link.error)} />;
  return (
    <ErrorState
      title={words.resetFailed}
      description={errorMessage(link.error)}
      onRetry={() => void link.refetch()}
      retrying={link.isFetching}
    />
  );
}

function UnusableLink({ description }: { description: string }) {
  return (
    <Stack gap="5" role="alert" textAlign="center">
      <Stack gap="2">
        <Text as="h2" textStyle="heading">
          {words.linkUnusable}
        </Text>
        <Text color="fg.muted">{description}</Text>
      </Stack>
      <Button asChild variant="primary">
        <Link to="/forgot-password">{words.askAgain}</Link>
      </Button>
    </Stack>
  );
}
