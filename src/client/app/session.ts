/** The session as a cached query: loaded before the first screen, cleared when the session ends on the server. */
import { hashKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { appWords as words } from '~/client/words/app';
import { queryClient } from './query-client';
import { queryUtils, router } from './router';

/**
 * Loads the session and the code of the first screen in parallel. The route guard alone would load them in sequence.
 */
export function prefetchFirstScreen(): void {
  void queryUtils.auth.user.prefetch();
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
  // Ignored here: the router reports the error when it loads the route.
  for (const route of matchedRoutes) router.loadRouteChunk(route)?.catch(() => {});
}

/**
 * Called when the server has ended the session. Clears the account's data and opens the sign-in screen, which returns
 * to the current page afterwards. Does nothing without a session, such as after a failed sign-in attempt.
 */
export function endSession(): void {
  if (!queryUtils.auth.user.getData()) return;
  const { href } = router.state.location;
  toast({ title: words.sessionEnded, description: words.sessionEndedHint });
  // Clear the session first, because the sign-in route redirects signed-in users.
  queryUtils.auth.user.setData(undefined, null);
  void router.navigate({ to: '/auth', search: { redirect: href }, replace: true });
  const sessionHash = hashKey(getQueryKey(trpc.auth.user, undefined, 'query'));
  queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== sessionHash });
}
