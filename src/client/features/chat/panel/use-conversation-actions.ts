import { useCallback } from 'react';
import { runCommand } from '~/client/lib/commands';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { conversationActionsWords as actionWords } from '~/client/words/conversation-actions';
import { useConversationCache } from './use-conversation-cache';
import { useDiscardConversations } from './use-discard-conversations';

interface ConversationActionsOptions {
  selectedId: string | undefined;
  onSelect: (conversationId: string | undefined) => void;
  /** Called when a conversation was opened or started. */
  onChosen?: (() => void) | undefined;
}

/** Optimistic updates, reverted when the server rejects them. */
export function useConversationActions({ selectedId, onSelect, onChosen }: ConversationActionsOptions) {
  const utils = trpc.useUtils();
  const cache = useConversationCache();

  /** Opens the welcome page. Nothing is stored before the first message. */
  function startNew() {
    onSelect(undefined);
    // If a conversation was open, the composer of the welcome page focuses itself when it mounts.
    if (!selectedId) runCommand('newChat');
    onChosen?.();
  }

  const open = useCallback(
    (conversationId: string) => {
      onSelect(conversationId);
      onChosen?.();
    },
    [onSelect, onChosen],
  );

  const { mutate: rename } = trpc.conversations.rename.useMutation({
    onMutate: ({ conversationId, title }) => cache.update(conversationId, { title }),
    onError(cause, _input, undo) {
      undo?.();
      errorToast(actionWords.renameFailed, cause);
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
      // Reloads the other list, which shows it at its position by time.
      if (isArchived !== undefined) void cache.readListOf(conversation);
    },
    onError(cause, _input, undo) {
      undo?.();
      errorToast(actionWords.updateFailed, cause);
    },
  });

  const remove = useDiscardConversations((ids) => selectedId && ids.includes(selectedId) && onSelect(undefined));

  return { open, startNew, saveTitle, update, remove };
}
