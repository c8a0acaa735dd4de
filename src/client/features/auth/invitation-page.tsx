import { Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { errorMessage, isPassing } from '~/client/lib/error-message';
import { trpcClient } from '~/client/lib/trpc';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { authWords } from '~/client/words/auth';
import { invitationWords as words } from '~/client/words/invitations';
import { AcceptInvitationForm } from './accept-invitation-form';
import { AuthFrame } from './auth-frame';
import { AuthLink } from './auth-link';

interface InvitationPageProps {
  /** From the link's fragment, which browsers never send; empty when it is missing. */
  token: string;
}

export function InvitationPage({ token }: InvitationPageProps) {
  return (
    <AuthFrame title={words.title}>
      <Stack gap="5">
        {token ? <OpenedInvitation token={token} /> : <UnusableLink description={words.incomplete} />}
        <AuthLink asChild alignSelf="center">
          <Link to="/auth">{authWords.backToSignIn}</Link>
        </AuthLink>
      </Stack>
    </AuthFrame>
  );
}

/** Whether the link still works is checked before a password is typed. */
function OpenedInvitation({ token }: { token: string }) {
  const link = useQuery({
    queryKey: ['invitation', token],
    // Changes nothing, but is sent as a mutation: so the token is in no URL.
    queryFn: () => trpcClient.invitations.open.mutate({ token }),
    gcTime: 0,
    // A link that was just used would be reported as unusable.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (link.data) return <AcceptInvitationForm token={token} {...link.data} />;
  if (link.isPending) return <Skeleton height="80" />;
  if (!isPassing(link.error)) return <UnusableLink description={errorMessage(link.error)} />;
  return (
    <ErrorState
      title={words.openFailed}
      description={errorMessage(link.error)}
      onRetry={() => void link.refetch()}
      retrying={link.isFetching}
    />
  );
}

function UnusableLink({ description }: { description: string }) {
  return (
    <Stack gap="2" role="alert" textAlign="center">
      <Text as="h2" textStyle="heading">
        {authWords.linkUnusable}
      </Text>
      <Text color="fg.muted">{description}</Text>
    </Stack>
  );
}
