import { useEffect } from 'react';
import { forgetConversation } from '~/client/lib/account-storage';
import { trpc, trpcClient } from '~/client/lib/trpc';
import { createLeaving } from './leaving';

/** Often enough that a page that is asleep for a while keeps its conversation. */
const extendMs = 10 * 60_000;
const leaving = createLeaving(1000);

/** Keeps a temporary conversation while it is shown, and deletes it when the user goes elsewhere in the product. */
export function useTemporary(conversationId: string): void {
  const utils = trpc.useUtils();
  const { data: user } = trpc.auth.user.useQuery();
  const userId = user?.id;
  useEffect(() => {
    leaving.enter(conversationId);
    // One that could not be extended is extended the next time.
    const extend = () => void trpcClient.conversations.extend.mutate({ conversationId }).catch(() => {});
    const extendWhenSeen = () => document.visibilityState === 'visible' && extend();
    const timer = setInterval(extend, extendMs);
    document.addEventListener('visibilitychange', extendWhenSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', extendWhenSeen);
      leaving.leave(conversationId, () => {
        if (userId) forgetConversation(userId, conversationId);
        // The server deletes it later if this does not reach it.
        trpcClient.conversations.delete.mutate({ conversationId }).catch(() => {});
        void utils.messages.list.reset({ conversationId });
        void utils.conversations.get.reset({ conversationId });
      });
    };
  }, [conversationId, userId, utils]);
}
