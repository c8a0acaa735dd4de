import { createRouter } from '@tanstack/react-router';
import { basePath } from '~/client/lib/base-path';
import { createQueryUtils } from '~/client/lib/trpc';
import { PageSpinner } from '~/client/ui/feedback/page-spinner';
import { queryClient } from './query-client';
import { RouteError } from './route-error';
import { routeTree } from './route-tree.gen';

export const queryUtils = createQueryUtils(queryClient);

export const router = createRouter({
  routeTree,
  context: { queryUtils },
  basepath: basePath() || '/',
  defaultPreload: 'intent',
  defaultPendingComponent: PageSpinner,
  // No spinner for chunks that load faster than this.
  defaultPendingMs: 150,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
  // An entry of a drawer shares the positions of the page below it, which may move on while the drawer is open.
  getScrollRestorationKey: ({ state }) => String(state.drawerOver ?? state.key),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** In an entry that opens the drawer of conversations: the key of the entry below it. */
    drawerOver?: string | undefined;
  }
}
