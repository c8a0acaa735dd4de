import { useCallback } from 'react';
import { isConflict, isGone } from '~/client/lib/error-message';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { adminWords as words } from '~/client/words/admin';

/**
 * The actions of an administrator on an account. Each shows a toast and invalidates the list, also if it failed because
 * the list is out of date.
 */
export function useUserActions() {
  const utils = trpc.useUtils();
  const refetch = useCallback(() => utils.admin.userPage.invalidate(), [utils]);
  const failed = (title: string) => (cause: unknown) => {
    errorToast(title, cause);
    // Another administrator was faster.
    if (isGone(cause) || isConflict(cause)) void refetch();
  };

  const lock = trpc.admin.lock.useMutation({
    onSuccess({ message }, { isLocked }) {
      toast({ kind: 'success', title: isLocked ? words.accountLocked : words.accountUnlocked, description: message });
      return refetch();
    },
    onError: failed(words.lockFailed),
  });
  const setAdmin = trpc.admin.setAdmin.useMutation({
    onSuccess({ message }) {
      toast({ kind: 'success', title: words.roleChanged, description: message });
      void refetch();
    },
    onError: failed(words.roleFailed),
  });
  const resetSecondFactor = trpc.admin.resetSecondFactor.useMutation({
    onSuccess({ message }) {
      toast({ kind: 'success', title: words.secondFactorReset, description: message });
      void refetch();
    },
    onError: failed(words.secondFactorResetFailed),
  });
  const remove = trpc.admin.delete.useMutation({
    onSuccess({ message }) {
      toast({ kind: 'success', title: words.userDeleted, description: message });
      void refetch();
    },
    onError: failed(words.userDeleteFailed),
  });
  return { lock, setAdmin, resetSecondFactor, remove };
}
