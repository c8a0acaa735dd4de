import { useCallback } from 'react';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { collectionsChoiceWords as words } from '~/client/words/collections-choice';
import { forgetNewChatCollections, newChatCollections } from './new-chat-collections';

/** Applies the collections selected for a new chat to its conversation if research, not a message, created it. */
export function useNewChatSwitches() {
  const { data: user } = trpc.auth.user.useQuery();
  const userId = user?.id ?? '';
  const { mutateAsync } = trpc.collections.switch.useMutation();
  return useCallback(
    async (conversationId: string) => {
      const switches = newChatCollections(userId);
      forgetNewChatCollections(userId);
      try {
        for (const { id: collectionId, isOn } of switches) await mutateAsync({ conversationId, collectionId, isOn });
      } catch (cause) {
        errorToast(words.failed, cause);
      }
    },
    [mutateAsync, userId],
  );
}
