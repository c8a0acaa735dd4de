import type { NumberedEvent } from '~/server/generation/watch-conversation';
import { createCaller } from '~/server/router';
import type { Context } from '~/server/trpc/context';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';

/** The events of a conversation, as sockets get them; `signal` ends the subscription. */
export async function* eventsOf(
  context: Context,
  input: { conversationId: string; lastEventId?: string },
  signal: AbortSignal,
): AsyncGenerator<NumberedEvent> {
  const watching = await createCaller(context, { signal }).messages.watch(input);
  for await (const [id, event] of watching as AsyncIterable<readonly [string, ConversationEvent, ...unknown[]]>) {
    yield { id, event };
  }
}
