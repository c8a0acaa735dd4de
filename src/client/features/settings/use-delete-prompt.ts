import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { promptWords as words } from '~/client/words/prompts';

/** Deletes a prompt, with Undo. */
export function useDeletePrompt() {
  const utils = trpc.useUtils();
  const onSettled = () => utils.prompts.list.invalidate();
  const restore = trpc.prompts.restore.useMutation({
    onError: (cause) => errorToast(words.undoFailed, cause),
    onSettled,
  });
  return trpc.prompts.delete.useMutation({
    onSuccess(_, { promptId }) {
      const action = { label: words.undo, run: () => restore.mutate({ promptId }) };
      toast({ kind: 'success', title: words.deleted, action });
    },
    onError: (cause) => errorToast(words.deleteFailed, cause),
    onSettled,
  });
}
