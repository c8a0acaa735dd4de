import { QueryClient } from '@tanstack/react-query';
import { unavailableFor } from '~/client/lib/error-message';

/** Retries while the server restarts, for about half a minute. After that, the user gets the error. */
const untilAvailable = {
  retry: (failures: number, cause: unknown) => failures < 6 && unavailableFor(cause) !== undefined,
  retryDelay: (_: number, cause: unknown) => unavailableFor(cause) ?? 0,
};

/**
 * Queries never go stale by age: mutations, live updates and reloads invalidate them. Requests are sent even if the
 * browser reports that it is offline, because an error with a Retry button is more useful than a paused request. Only
 * questions are repeated, because a rolling update must not lose them.
 */
export function createQueryClient() {
  const client = new QueryClient({
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
  // A repeated question has the same request id, so it is stored once.
  for (const name of ['send', 'retry']) client.setMutationDefaults([['messages', name]], untilAvailable);
  return client;
}

export const queryClient = createQueryClient();
