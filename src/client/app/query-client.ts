import { QueryClient } from '@tanstack/react-query';

/**
 * What has been read stays until something says it changed: a mutation, the live connection, a reload.
 * Requests are also made while the browser believes to be offline, as a failure with Retry says more than waiting.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

export const queryClient = createQueryClient();
