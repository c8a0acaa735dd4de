import { useQueryClient } from '@tanstack/react-query';
import { accountMenuWords as words } from '~/client/words/account-menu';
import { forgetAccount } from './account-storage';
import { atBase } from './base-path';
import { errorToast } from './toast';
import { trpc } from './trpc';

/** Ends the session in this browser and on the server. */
export function useSignOut() {
  const leave = useLeaveAccount();
  return trpc.auth.logout.useMutation({
    onSuccess: leave,
    onError: (cause) => errorToast(words.signOutFailed, cause),
  });
}

/**
 * Removes all data of the account from this browser, in case another user uses it next: drafts, cached queries and, by
 * a full page load, everything in memory. The server clears the browser's HTTP cache.
 */
export function useLeaveAccount() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  return () => {
    const user = utils.auth.user.getData();
    if (user) forgetAccount(user.id);
    queryClient.clear();
    window.location.assign(atBase('/'));
  };
}
