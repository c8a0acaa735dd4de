/** The session as a cached query: read before the first screen asks, forgotten when the server ends it. */
import { getQueryKey } from '@trpc/react-query';
import { toast } from '~/client/lib/toast';
import { closeLiveConnection, trpc, trpcClient } from '~/client/lib/trpc';
import { appWords as words } from '~/client/words/app';
import { queryClient } from './query-client';
import { router } from './router';

const sessionKey = getQueryKey(trpc.auth.user, undefined, 'query');

/** Asked while the screen's code is still on its way; a failure is shown by the screen that needs the answer. */
export function prefetchSession(): void {
  void queryClient.prefetchQuery({ queryKey: sessionKey, queryFn: () => trpcClient.auth.user.query() });
}

/**
 * The server no longer knows this browser. Everything of the account is forgotten and the sign-in screen remembers
 * the place. A refused sign-in attempt is none of this: there was no session to end.
 */
export function endSession(): void {
  if (!queryClient.getQueryData(sessionKey)) return;
  const { href } = router.state.location;
  toast({ title: words.sessionEnded, description: words.sessionEndedHint });
  closeLiveConnection();
  // Leave first: a protected screen that lost its user would redirect by itself.
  void router.navigate({ to: '/auth', search: { redirect: href }, replace: true });
  queryClient.setQueryData(sessionKey, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey) !== JSON.stringify(sessionKey) });
}
