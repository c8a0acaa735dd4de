import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { conversationsWords as words } from '~/client/words/conversations';
import { useConversationCache } from './use-conversation-cache';

interface ConversationActionsOptions {
  selectedId: string | undefined;
  onSelect: (conversationId: string | undefined) => void;
}

/** Create, rename and delete; the last two show at once and are taken back when the server refuses. */
export function useConversationActions({ selectedId, onSelect }: ConversationActionsOptions) {
  const cache = useConversationCache();

  const create = trpc.conversations.create.useMutation({
    async onSuccess(conversation) {
      await cache.put(conversation);
      onSelect(conversation.id);
    },
    onError: (cause) => toast({ kind: 'error', title: words.newChatFailed, description: errorMessage(cause) }),
  });

  const rename = trpc.conversations.rename.useMutation({
    onMutate: ({ conversationId, title }) => cache.rename(conversationId, title),
    onError(cause, _input, undo) {
      undo?.();
      toast({ kind: 'error', title: words.renameFailed, description: errorMessage(cause) });
    },
  });

  const remove = trpc.conversations.delete.useMutation({
    async onMutate({ conversationId }) {
      const undo = await cache.remove(conversationId);
      if (conversationId === selectedId) onSelect(undefined);
      return undo;
    },
    onError(cause, _input, undo) {
      undo?.();
      // A proxy's page has a status too, though it is no answer of ours.
      const { meta } = cause as { meta?: { response?: Response } };
      const status = cause.data?.httpStatus ?? meta?.response?.status ?? words.noAnswer;
      toast({ kind: 'error', title: words.deleteFailed(status), description: errorMessage(cause) });
    },
  });

  return { create, rename, remove };
}
