import { randomUUID } from 'node:crypto';
import { conversationGone } from '~/server/generation/generation.errors';
import { AppError } from '~/server/lib/errors';
import { sha256 } from '~/server/lib/hash';
import { createCaller } from '~/server/router';
import type { Context } from '~/server/trpc/context';
import type { ChatMessage, SendMessageInput } from '~/shared/schemas/messages';
import { idempotencyKeyOf } from './idempotency';
import { type Call, eventsOf } from './route';

/** More turns than this seldom begin while one is answered. */
const newestMessages = 20;

/**
 * Sends a question and stays until its answer is finished, whichever process writes it. A sender that leaves changes
 * nothing: the answer belongs to the server. Throws when the model failed; the question is kept.
 */
export async function sendAndWait({ context, request, input }: Call) {
  const key = idempotencyKeyOf(request);
  const question = { ...input, content: input.content ?? '', clientRequestId: key ? uuidOf(key) : randomUUID() };
  // The procedure looks at what is in it, as it does for every other caller.
  const sent = await createCaller(context).messages.send(question as SendMessageInput);
  const exchange = sent.assistantMessage.metadata.processing ? await whenAnswered(context, sent) : sent;
  const { userMessage, assistantMessage } = exchange;
  const { status, error } = assistantMessage.metadata;
  if (status === 'failed') throw new AppError('upstream', error?.message ?? 'The model failed. Please try again.');
  if (status === 'interrupted')
    throw new AppError('unavailable', error?.message ?? 'This answer was interrupted.', { retryAfterSeconds: 5 });
  return { userMessage, assistantMessage };
}

interface Exchange {
  userMessage: ChatMessage;
  assistantMessage: ChatMessage;
}

/** Both messages as they are stored in the end. A Retry from elsewhere starts the answer anew; then that end counts. */
async function whenAnswered(context: Context, { userMessage, assistantMessage }: Exchange): Promise<Exchange> {
  const { conversationId, id } = assistantMessage;
  const leave = new AbortController();
  try {
    for await (const { event } of eventsOf(context, { conversationId }, leave.signal)) {
      if (event.type === 'finished' && event.messageId === id) break;
      // It ended before the watching began, or without a trace.
      if (event.type === 'ready' && !event.running.some(({ messageId }) => messageId === id)) break;
    }
  } finally {
    leave.abort();
  }
  // Read again, by whoever may still read it: the person may have been locked out while the answer was written.
  const caller = createCaller(context);
  const found = new Map<string, ChatMessage>();
  let cursor: string | null = null;
  do {
    const page: { items: ChatMessage[]; nextCursor: string | null } = await caller.messages.list({
      conversationId,
      limit: newestMessages,
      cursor,
    });
    for (const message of page.items) found.set(message.id, message);
    cursor = page.nextCursor;
  } while (cursor && !(found.has(id) && found.has(userMessage.id)));
  const [question, answer] = [found.get(userMessage.id), found.get(id)];
  if (!question || !answer) throw conversationGone();
  return { userMessage: question, assistantMessage: answer };
}

/** A uuid for a key, always the same one. */
function uuidOf(key: string): string {
  const hex = sha256(key);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
