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
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
