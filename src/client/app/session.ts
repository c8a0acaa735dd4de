/** The session as a cached query: loaded before the first screen, removed when the server ends it. */
import { hashKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { appWords as words } from '~/client/words/app';
import { queryClient } from './query-client';
import { queryUtils, router } from './router';

/** Loads the session and the first screen's code at the same time: the route's guard alone would load them in turn. */
export function prefetchFirstScreen(): void {
  void queryUtils.auth.user.prefetch();
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
  // A failure appears when the router loads the route.
  for (const route of matchedRoutes) router.loadRouteChunk(route)?.catch(() => {});
}

/**
 * The server ended this session: removes everything of the account and opens the sign-in screen, which returns to this
 * place. A refused sign-in attempt ends no session.
 */
export function endSession(): void {
  if (!queryUtils.auth.user.getData()) return;
  const { href } = router.state.location;
  toast({ title: words.sessionEnded, description: words.sessionEndedHint });
  // The sign-in route sends signed-in users back, so the session goes first.
  queryUtils.auth.user.setData(undefined, null);
  void router.navigate({ to: '/auth', search: { redirect: href }, replace: true });
  const sessionHash = hashKey(getQueryKey(trpc.auth.user, undefined, 'query'));
  queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== sessionHash });
}
