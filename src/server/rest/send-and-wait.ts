import { randomUUID } from 'node:crypto';
import type { Database } from '~/server/db/client';
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
 * changes nothing: the answer belongs to the server. Throws if the model failed; the message is kept. An answer that
 * was interrupted is returned like one that was stopped, because repeating the request can't complete it.
 */
export async function sendAndWait({ context, request, input }: Call) {
  const key = idempotencyKeyOf(request);
  const user = key && (await context.authenticate())?.user;
  const clientRequestId = key && user ? await requestIdOf(context.deps.db, user.id, key) : randomUUID();
  const message = { ...input, content: input.content ?? '', clientRequestId };
  const sent = sentMessage.parse(await callProcedure(context, 'messages.send', message));
  const exchange = sent.assistantMessage.metadata.processing ? await whenAnswered(context, sent) : sent;
  const { userMessage, assistantMessage } = exchange;
  const { status, error } = assistantMessage.metadata;
  if (status === 'failed') throw new AppError('upstream', error?.message ?? 'The model failed. Please try again.');
  return { userMessage, assistantMessage };
}

/** Both messages as finally stored. If a Retry from elsewhere restarts the answer, waits for the new one. */
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

/** As long as the key itself is kept. */
const keptMs = 24 * 60 * 60_000;

/**
 * Request id for an idempotency key: that of its message of the last 24 hours, else a new one. New ids are derived, so
 * concurrent repeats get the same id.
 */
async function requestIdOf(db: Database, userId: string, key: string): Promise<string> {
  const hex = sha256(key);
  const start = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-`;
  const latest = await db.generation.findFirst({
    where: { userId, clientRequestId: { gte: `${start}${'0'.repeat(12)}`, lte: `${start}${'f'.repeat(12)}` } },
    orderBy: { createdAt: 'desc' },
    select: { clientRequestId: true, createdAt: true },
  });
  if (!latest) return `${start}${hex.slice(20, 32)}`;
  const usedAt = latest.createdAt.getTime();
  return usedAt > Date.now() - keptMs ? latest.clientRequestId : `${start}${usedAt.toString(16).padStart(12, '0')}`;
}
