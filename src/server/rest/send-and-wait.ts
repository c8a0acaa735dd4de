import { randomUUID } from 'node:crypto';
import { conversationGone } from '~/server/generation/generation.errors';
import { idempotencyKeyOf } from '~/server/http/idempotency';
import { AppError } from '~/server/lib/errors';
import { sha256 } from '~/server/lib/hash';
import { createCaller } from '~/server/router';
import type { Context } from '~/server/trpc/context';
import { type ChatMessage, type Exchange, sentMessage } from '~/shared/schemas/messages';
import { callProcedure } from './procedures';
import type { Call } from './route';
import { eventsOf } from './watch-events';

/** More messages are rarely sent during one answer. */
const newestMessages = 20;

/**
 * Sends a message and waits until its answer is finished, whichever process generates it. A client that disconnects
 * changes nothing: the answer belongs to the server. Throws if the model failed; the message is kept.
 */
export async function sendAndWait({ context, request, input }: Call) {
  const key = idempotencyKeyOf(request);
  const message = { ...input, content: input.content ?? '', clientRequestId: key ? uuidOf(key) : randomUUID() };
  const sent = sentMessage.parse(await callProcedure(context, 'messages.send', message));
  const exchange = sent.assistantMessage.metadata.processing ? await whenAnswered(context, sent) : sent;
  const { userMessage, assistantMessage } = exchange;
  const { status, error } = assistantMessage.metadata;
  if (status === 'failed') throw new AppError('upstream', error?.message ?? 'The model failed. Please try again.');
  if (status === 'interrupted')
    throw new AppError('unavailable', error?.message ?? 'This answer was interrupted.', { retryAfterSeconds: 5 });
  return { userMessage, assistantMessage };
}

/** Both messages as finally stored. If a Retry from elsewhere restarts the answer, waits for that one. */
async function whenAnswered(context: Context, { userMessage, assistantMessage }: Exchange): Promise<Exchange> {
  const { conversationId, id } = assistantMessage;
  const leave = new AbortController();
  try {
    for await (const { event } of eventsOf(context, { conversationId }, leave.signal)) {
      if (event.type === 'finished' && event.messageId === id) break;
      // It ended before this subscription started, or its process died.
      if (event.type === 'ready' && !event.running.some(({ messageId }) => messageId === id)) break;
    }
  } finally {
    leave.abort();
  }
  // Authenticated again: the user may have been locked while the answer was generated.
  const caller = createCaller(context);
  const found = new Map<string, ChatMessage>();
  let cursor: string | null = null;
  do {
    const page: { items: ChatMessage[]; nextCursor: string | null } = await caller.messages.list({
      conversationId,
      limit: newestMessages,
      cursor,
      // Another branch may have become the active one.
      branches: 'all',
    });
    for (const { isActive: _isActive, versions: _versions, ...message } of page.items) found.set(message.id, message);
    cursor = page.nextCursor;
  } while (cursor && !(found.has(id) && found.has(userMessage.id)));
  const [question, answer] = [found.get(userMessage.id), found.get(id)];
  if (!question || !answer) throw conversationGone();
  return { userMessage: question, assistantMessage: answer };
}

/** A UUID derived from the key. */
function uuidOf(key: string): string {
  const hex = sha256(key);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
