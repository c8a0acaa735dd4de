import type { Request } from 'express';
import type { NumberedEvent } from '~/server/generation/watch-conversation';
import { streamEvents } from '~/server/http/event-stream';
import { createCaller } from '~/server/router';
import type { Context } from '~/server/trpc/context';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import { queryValue } from './lists';
import type { Call } from './route';

/** The events of a conversation, as sockets receive them; `signal` ends the subscription. */
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

/** The events as a streamed response. */
export const streamConversation = (call: Call): Promise<void> =>
  streamEvents(call, (context, signal) =>
    // Validated by the procedure.
    eventsOf(context, { conversationId: call.input.conversationId as string, ...lastEventIdOf(call.request) }, signal),
  );

/** From the header that browsers send after a lost connection, or from a query parameter. */
function lastEventIdOf(request: Request): { lastEventId?: string } {
  const id = request.get('last-event-id') ?? queryValue(request, 'lastEventId');
  // It is repeated in the stream, so it must not contain a line break.
  return id && /^[\w:-]{1,100}$/.test(id) ? { lastEventId: id } : {};
}
