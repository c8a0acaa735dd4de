import { useQueryClient } from '@tanstack/react-query';
import { toast } from '../ui/toast';
import { accountMenuWords as words } from '../words/account-menu';
import { errorMessage } from './error-message';
import { trpc } from './trpc';

/**
 * Ends the session here and on the server. The full page load afterwards leaves nothing of the account in memory;
 * the cache is emptied first, so that nothing is shown while the page is on its way.
 */
export function useSignOut() {
  const queryClient = useQueryClient();
  return trpc.auth.logout.useMutation({
    onSuccess() {
      queryClient.clear();
      window.location.assign('/');
    },
    onError: (cause) => toast({ kind: 'error', title: words.signOutFailed, description: errorMessage(cause) }),
  });
}
