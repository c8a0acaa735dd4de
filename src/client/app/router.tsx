import { createRouter } from '@tanstack/react-router';
import { PageSpinner } from '~/client/ui/feedback/page-spinner';
import { RouteError } from './route-error';
import { routeTree } from './route-tree.gen';

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: PageSpinner,
  // A chunk that is there within this time shows no spinner at all.
  defaultPendingMs: 150,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
