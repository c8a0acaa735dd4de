import { useEffect } from 'react';
import { forgetConversation } from '~/client/lib/account-storage';
import { trpc, trpcClient } from '~/client/lib/trpc';
import { createDeferredDelete } from './deferred-delete';

/** Frequent enough that a conversation survives a short sleep of the device. */
const extendMs = 10 * 60_000;
const deferredDelete = createDeferredDelete(1000);

/** Extends a temporary conversation while it is open, and deletes it when the user navigates away. */
export function useTemporary(conversationId: string): void {
  const utils = trpc.useUtils();
  const { data: user } = trpc.auth.user.useQuery();
  const userId = user?.id;
  useEffect(() => {
    deferredDelete.cancel(conversationId);
    // A failed extension is retried at the next interval.
    const extend = () => void trpcClient.conversations.extend.mutate({ conversationId }).catch(() => {});
    const extendWhenSeen = () => document.visibilityState === 'visible' && extend();
    const timer = setInterval(extend, extendMs);
    document.addEventListener('visibilitychange', extendWhenSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', extendWhenSeen);
      deferredDelete.schedule(conversationId, () => {
        if (userId) forgetConversation(userId, conversationId);
        // If this fails, the server deletes it later.
        trpcClient.conversations.delete.mutate({ conversationId }).catch(() => {});
        void utils.messages.list.reset({ conversationId });
        void utils.conversations.get.reset({ conversationId });
      });
    };
  }, [conversationId, userId, utils]);
}
