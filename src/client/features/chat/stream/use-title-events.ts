import { useRef } from 'react';
import { trpc } from '~/client/lib/trpc';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import { useConversationCache } from '../panel/use-conversation-cache';

/** Shows the title that others give to the open conversation, such as the model. Takes the conversation's events. */
export function useTitleEvents(conversationId: string): (event: ConversationEvent) => void {
  const utils = trpc.useUtils();
  const cache = useConversationCache();
  const renames = useRef(0);

  /** It may have changed while nobody listened: the model can title a new conversation before its page listens. */
  async function readTitle() {
    const before = renames.current;
    const { title } = await utils.client.conversations.get.query({ conversationId });
    // A title that arrived after the request is newer than its response.
    if (renames.current === before) await cache.update(conversationId, { title });
  }

  return (event) => {
    if (event.type === 'ready') readTitle().catch(() => {});
    if (event.type !== 'renamed') return;
    renames.current += 1;
    void cache.update(conversationId, { title: event.title });
  };
}
