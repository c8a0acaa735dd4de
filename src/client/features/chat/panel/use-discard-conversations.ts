import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { conversationActionsWords as actionWords } from '~/client/words/conversation-actions';
import { conversationsWords as words } from '~/client/words/conversations';
import { useConversationCache } from './use-conversation-cache';

/** Deletes conversations optimistically. They are restored if the server rejects it, and with Undo. */
export function useDiscardConversations(onRemoved: (conversationIds: readonly string[]) => void) {
  const cache = useConversationCache();

  const restore = trpc.conversations.restore.useMutation({
    onSuccess: () => cache.refetch(),
    onError: (cause) => errorToast(actionWords.undoFailed, cause),
  });

  return trpc.conversations.discard.useMutation({
    async onMutate({ conversationIds }) {
      const undo = await cache.remove(conversationIds);
      onRemoved(conversationIds);
      return undo;
    },
    onSuccess({ count }, { conversationIds }) {
      void cache.refetchCounts();
      const run = () => restore.mutate({ conversationIds });
      toast({ kind: 'success', title: words.deleted(count), action: { label: words.undo, run } });
    },
    onError(cause, _input, undo) {
      undo?.();
      // An error from outside the procedures has a status too, such as the rejection of a cross-site request.
      const { meta } = cause as { meta?: { response?: Response } };
      const status = cause.data?.httpStatus ?? meta?.response?.status ?? actionWords.noAnswer;
      errorToast(actionWords.deleteFailed(status), cause);
    },
  });
}
