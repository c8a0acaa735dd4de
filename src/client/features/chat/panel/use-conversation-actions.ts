import { useCallback } from 'react';
import { useStillHere } from '~/client/hooks/use-still-here';
import { runCommand } from '~/client/lib/commands';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { conversationsWords as words } from '~/client/words/conversations';
import { defaultConversationTitle } from '~/shared/limits';
import { useConversationCache } from './use-conversation-cache';

interface ConversationActionsOptions {
  selectedId: string | undefined;
  /** The open project: new conversations belong to it. */
  projectId: string | undefined;
  onSelect: (conversationId: string | undefined) => void;
}

/** Changes show at once and are taken back when the server refuses. */
export function useConversationActions({ selectedId, projectId, onSelect }: ConversationActionsOptions) {
  const utils = trpc.useUtils();
  const cache = useConversationCache();
  // A question that was sent just before can still lead to its own conversation.
  const beginWatch = useStillHere('page');

  const create = trpc.conversations.create.useMutation({
    onMutate: beginWatch,
    async onSuccess(conversation, _input, isStillHere) {
      await cache.put(conversation);
      void cache.countAgain();
      if (isStillHere()) onSelect(conversation.id);
    },
    onError: (cause) => toast({ kind: 'error', title: words.newChatFailed, description: errorMessage(cause) }),
  });

  /** Begins a conversation, or stays in the one that nobody has written in. */
  function startNew() {
    const input = selectedId ? { conversationId: selectedId } : undefined;
    const open = input && utils.conversations.get.getData(input);
    const isHere = open?.title === defaultConversationTitle && (open.projectId ?? undefined) === projectId;
    const isEmpty = isHere && utils.messages.list.getInfiniteData(input)?.pages[0]?.items.length === 0;
    if (!isEmpty) return create.mutate({ projectId });
    onSelect(selectedId);
    runCommand('focusComposer');
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
      if (isArchived !== undefined) void cache.readAgain();
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

  return { startNew, isStarting: create.isPending, saveTitle, update, remove };
}
