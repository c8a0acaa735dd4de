import { ChakraProvider } from '@chakra-ui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render, renderHook } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { createQueryClient } from '~/client/app/query-client';
import { system } from '~/client/app/theme';
import { trpc, trpcClient } from '~/client/lib/trpc';
import Overlays from '~/client/ui/overlay/overlays';

interface AppOptions {
  /** The current path. */
  path?: string;
}

/** Wraps a component in the application's providers: theme, cache, tRPC client and a memory router. */
function createApp({ path = '/' }: AppOptions = {}) {
  const queryClient: QueryClient = createQueryClient();
  // Pending retries would otherwise call the fake server of a later test.
  onTestFinished(() => queryClient.clear());
  const rootRoute = createRootRoute();
  const anyPage = createRoute({ getParentRoute: () => rootRoute, path: '$' });
  const router = createRouter({
    routeTree: rootRoute.addChildren([anyPage]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  function wrapper({ children }: { children: ReactNode }) {
    return (
      <ChakraProvider value={system}>
        <trpc.Provider client={trpcClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <RouterContextProvider router={router}>{children}</RouterContextProvider>
          </QueryClientProvider>
        </trpc.Provider>
        <Overlays />
      </ChakraProvider>
    );
  }
  return { queryClient, router, wrapper };
}

export function renderInApp(element: ReactNode, options?: AppOptions) {
  const { wrapper, ...app } = createApp(options);
  return { user: userEvent.setup(), ...app, ...render(element, { wrapper }) };
}

export function renderHookInApp<Result, Props>(hook: (props: Props) => Result, initialProps: Props) {
  const { wrapper, ...app } = createApp();
  return { ...app, ...renderHook(hook, { wrapper, initialProps }) };
}
