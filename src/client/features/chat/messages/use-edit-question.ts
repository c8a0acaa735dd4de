import { useCallback, useState } from 'react';
import { timeZoneHere } from '~/client/lib/time-zone';
import { trpc } from '~/client/lib/trpc';
import { useAskedWith } from '../models/use-chosen-model';
import { useConversationCache } from '../panel/use-conversation-cache';
import type { useConversation } from '../stream/use-conversation';
import type { EditedQuestion } from '../thread/thread-actions';
import { keepFocus } from './keep-focus';

interface EditOptions {
  conversationId: string;
  userId: string;
  conversation: ReturnType<typeof useConversation>;
}

/** Sends a question again with another text. `editedKey` changes with each sent edit. */
export function useEditQuestion({ conversationId, userId, conversation: { readBranch } }: EditOptions) {
  const { mutateAsync } = trpc.messages.send.useMutation();
  const { put } = useConversationCache();
  const choose = useAskedWith(userId);
  const [editedKey, setEditedKey] = useState<string>();

  const edit = useCallback(
    async (replaces: string, { content, clientRequestId }: EditedQuestion) => {
      const focusComposer = keepFocus();
      const timeZone = timeZoneHere();
      const question = { conversationId, replaces, clientRequestId, content, timeZone, ...choose() };
      const response = await mutateAsync(question);
      void put(response.conversation);
      await readBranch();
      focusComposer();
      setEditedKey(clientRequestId);
    },
    [choose, conversationId, mutateAsync, put, readBranch],
  );
  return { edit, editedKey };
}
