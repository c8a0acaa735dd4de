import { useQueryClient } from '@tanstack/react-query';
import { trpc } from './trpc';

/**
 * Ends the session here and on the server. The full page load afterwards leaves nothing of the account in memory;
 * the cache is emptied first, so that nothing is shown while the page is on its way.
 */
export function useSignOut({ onError }: { onError: (cause: unknown) => void }) {
  const queryClient = useQueryClient();
  return trpc.auth.logout.useMutation({
    onSuccess() {
      queryClient.clear();
      window.location.assign('/');
    },
    onError,
  });
}
