import { useCallback } from 'react';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { collectionsChoiceWords as words } from '~/client/words/collections-choice';
import { forgetNewChatCollections, newChatCollections } from './new-chat-collections';

/** Switches the collections that were selected for a new chat in the conversation that something else created. */
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
