import { Center, Stack, Text } from '@chakra-ui/react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { safeRedirect } from '~/client/lib/safe-redirect';
import { trpc } from '~/client/lib/trpc';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { PageSpinner } from '~/client/ui/feedback/page-spinner';
import { Button } from '~/client/ui/form/button';
import { PageLink } from '~/client/ui/page/page-link';
import { authWords as words } from '~/client/words/auth';
import type { CurrentUser } from '~/shared/schemas/auth';

interface GuardProps {
  children: ReactNode;
}

/** Shows its page to a signed-in person; sends everyone else to sign in and back. */
export function Protected({ children }: GuardProps) {
  return <SessionGate>{() => children}</SessionGate>;
}

/** As Protected, for administrators. The server refuses the others in any case; this saves them a broken page. */
export function AdminOnly({ children }: GuardProps) {
  return <SessionGate>{(user) => (user.isAdmin ? children : <AccessDenied />)}</SessionGate>;
}

function SessionGate({ children }: { children: (user: CurrentUser) => ReactNode }) {
  const session = trpc.auth.user.useQuery();
  if (session.isPending) return <PageSpinner />;
  // An unreachable server says nothing about the session, so it is no reason to sign anyone out.
  if (session.isError) {
    return (
      <Center as="main" id="content" minHeight="100dvh">
        <ErrorState
          title={words.sessionFailed}
          titleAs="h1"
          description={errorMessage(session.error)}
          onRetry={() => void session.refetch()}
          retrying={session.isFetching}
        />
      </Center>
    );
  }
  if (!session.data) return <SignInFirst />;
  return children(session.data);
}

/** On the way to the sign-in screen, which remembers this place. */
function SignInFirst() {
  const router = useRouter();
  useEffect(() => {
    const redirect = safeRedirect(router.state.location.href);
    // Without a place to remember the browser is on its way there already.
    if (redirect) void router.navigate({ to: '/auth', search: { redirect }, replace: true });
  }, [router]);
  return <PageSpinner />;
}

function AccessDenied() {
  return (
    <Center as="main" id="content" minHeight="100dvh" px="4">
      <Stack gap="2" textAlign="center">
        <Text as="h1" textStyle="title">
          {words.accessDenied}
        </Text>
        <Text color="fg.muted">{words.accessDeniedHint}</Text>
        <Button asChild alignSelf="center" mt="4">
          <PageLink href="/">{words.goHome}</PageLink>
        </Button>
      </Stack>
    </Center>
  );
}
