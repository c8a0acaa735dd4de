import { PageSpinner } from '~/client/ui/feedback/page-spinner';
import { RouteError } from './route-error';
import { routeTree } from './route-tree.gen';

/** The options that do not depend on the browser. */
export const routerOptions = {
  routeTree,
  defaultPreload: 'intent',
  // Queries decide themselves whether preloaded data is current.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PageSpinner,
  // No spinner for chunks that load faster than this.
  defaultPendingMs: 150,
  defaultErrorComponent: RouteError,
} as const;
