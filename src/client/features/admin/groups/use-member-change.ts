import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { groupWords as words } from '~/client/words/groups';

/** Adds and removes members, shows a notice and invalidates the lists. */
export function useMemberChange() {
  const utils = trpc.useUtils();
  const onError = (cause: unknown) => errorToast(words.memberFailed, cause);
  const onSettled = () => utils.groups.invalidate();
  const succeeded =
    (title: string) =>
    ({ message }: { message: string }) =>
      toast({ kind: 'success', title, description: message });
  return {
    add: trpc.groups.addMember.useMutation({ onSuccess: succeeded(words.memberAdded), onError, onSettled }),
    remove: trpc.groups.removeMember.useMutation({ onSuccess: succeeded(words.memberRemoved), onError, onSettled }),
  };
}
