import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { trpc, trpcClient } from '~/client/lib/trpc';
import { PageLinkContext } from '~/client/ui/page/page-link';
import { LazyOverlays } from './lazy-overlays';
import { queryClient } from './query-client';
import { RouterAnchor } from './router-anchor';
import { system } from './theme';

export function Providers({ children }: { children: ReactNode }) {
  return (
    <ChakraProvider value={system}>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <PageLinkContext value={RouterAnchor}>{children}</PageLinkContext>
        </QueryClientProvider>
      </trpc.Provider>
      <LazyOverlays />
    </ChakraProvider>
  );
}
