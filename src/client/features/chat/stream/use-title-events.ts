import { useRef } from 'react';
import { trpc } from '~/client/lib/trpc';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import { useConversationCache } from '../panel/use-conversation-cache';

/**
 * Updates the open conversation's title when it is set elsewhere, such as by the model. Returns a handler for the
 * conversation's events.
 */
export function useTitleEvents(conversationId: string): (event: ConversationEvent) => void {
  const utils = trpc.useUtils();
  const cache = useConversationCache();
  const renames = useRef(0);

  /** The title may have changed before the subscription: the model can title a new conversation earlier. */
  async function readTitle() {
    const before = renames.current;
    const { title } = await utils.client.conversations.get.query({ conversationId });
    // A title event during the request is newer than the response.
    if (renames.current === before) await cache.update(conversationId, { title });
  }

  return (event) => {
    if (event.type === 'ready') readTitle().catch(() => {});
    if (event.type !== 'renamed') return;
    renames.current += 1;
    void cache.update(conversationId, { title: event.title });
  };
}
