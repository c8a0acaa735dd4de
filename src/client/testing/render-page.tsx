import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createQueryClient } from '~/client/app/query-client';
import { RouterAnchor } from '~/client/app/router-anchor';
import { routerOptions } from '~/client/app/router-options';
import { system } from '~/client/app/theme';
import { createQueryUtils, trpc, trpcClient } from '~/client/lib/trpc';
import Overlays from '~/client/ui/overlay/overlays';
import { PageLinkContext } from '~/client/ui/page/page-link';

/** Renders the application at a path: its real routes with guards and loaders, on a memory router. */
export function renderPage(path: string) {
  const queryClient = createQueryClient();
  const router = createRouter({
    ...routerOptions,
    history: createMemoryHistory({ initialEntries: [path] }),
    context: { queryUtils: createQueryUtils(queryClient) },
  });
  const app = render(
    <ChakraProvider value={system}>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <PageLinkContext value={RouterAnchor}>
            <RouterProvider router={router} />
          </PageLinkContext>
        </QueryClientProvider>
      </trpc.Provider>
      <Overlays />
    </ChakraProvider>,
  );
  return { user: userEvent.setup(), router, queryClient, ...app };
}
