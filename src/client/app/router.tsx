import { createRouter } from '@tanstack/react-router';
import { basePath } from '~/client/lib/base-path';
import { createQueryUtils } from '~/client/lib/trpc';
import { queryClient } from './query-client';
import { routerOptions } from './router-options';

export const queryUtils = createQueryUtils(queryClient);

export const router = createRouter({
  ...routerOptions,
  context: { queryUtils },
  basepath: basePath() || '/',
  scrollRestoration: true,
  // A drawer's history entry shares the scroll positions of the entry below: the page behind a drawer may scroll.
  getScrollRestorationKey: ({ state }) => String(state.drawerOver ?? state.key),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** Set on the history entry of the conversations drawer: the key of the entry below it. */
    drawerOver?: string | undefined;
  }
}
