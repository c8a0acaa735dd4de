import { QueryClient } from '@tanstack/react-query';

/**
 * Queries never go stale by age: mutations, live updates and reloads invalidate them. Requests are sent even if the
 * browser reports that it is offline, because an error with a Retry button is more useful than a paused request.
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
