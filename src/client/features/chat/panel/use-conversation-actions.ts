import { useCallback } from 'react';
import { runCommand } from '~/client/lib/commands';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { conversationsWords as words } from '~/client/words/conversations';
import { useConversationCache } from './use-conversation-cache';

interface ConversationActionsOptions {
  selectedId: string | undefined;
  onSelect: (conversationId: string | undefined) => void;
}

/** Changes show at once and are taken back when the server refuses. */
export function useConversationActions({ selectedId, onSelect }: ConversationActionsOptions) {
  const utils = trpc.useUtils();
  const cache = useConversationCache();

  /** Opens the welcome page. Nothing is stored before the first message. */
  function startNew() {
    onSelect(undefined);
    // The composer of the welcome page takes the focus as it opens.
    if (!selectedId) runCommand('newChat');
  }

  const { mutate: rename } = trpc.conversations.rename.useMutation({
    onMutate: ({ conversationId, title }) => cache.update(conversationId, { title }),
    onError(cause, _input, undo) {
      undo?.();
      toast({ kind: 'error', title: words.renameFailed, description: errorMessage(cause) });
    },
  });

  const saveTitle = useCallback((conversationId: string, title: string) => rename({ conversationId, title }), [rename]);

  const update = trpc.conversations.update.useMutation({
    onMutate: ({ conversationId, isArchived, isPinned }) =>
      isArchived === undefined
        ? cache.update(conversationId, isPinned === undefined ? {} : { isPinned })
        : cache.remove([conversationId]),
    onSuccess(conversation, { isArchived }) {
      utils.conversations.get.setData({ conversationId: conversation.id }, conversation);
      // It is at its place by time in the other list.
      if (isArchived !== undefined) void cache.readListOf(conversation);
    },
    onError(cause, _input, undo) {
      undo?.();
      toast({ kind: 'error', title: words.updateFailed, description: errorMessage(cause) });
    },
  });

  const restore = trpc.conversations.restore.useMutation({
    onSuccess: () => cache.readAgain(),
    onError: (cause) => toast({ kind: 'error', title: words.undoFailed, description: errorMessage(cause) }),
  });

  const remove = trpc.conversations.discard.useMutation({
    async onMutate({ conversationIds }) {
      const undo = await cache.remove(conversationIds);
      if (selectedId && conversationIds.includes(selectedId)) onSelect(undefined);
      return undo;
    },
    onSuccess({ count }, { conversationIds }) {
      void cache.countAgain();
      const run = () => restore.mutate({ conversationIds });
      toast({ kind: 'success', title: words.deleted(count), action: { label: words.undo, run } });
    },
    onError(cause, _input, undo) {
      undo?.();
      // An error from before the procedures has a status too, such as the rejection of another site's request.
      const { meta } = cause as { meta?: { response?: Response } };
      const status = cause.data?.httpStatus ?? meta?.response?.status ?? words.noAnswer;
      toast({ kind: 'error', title: words.deleteFailed(status), description: errorMessage(cause) });
    },
  });

  return { startNew, saveTitle, update, remove };
}
