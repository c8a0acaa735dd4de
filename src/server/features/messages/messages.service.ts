import type { Deps } from '~/server/deps';
import { conversationGone } from '~/server/generation/generation.errors';
import { toChatMessage } from '~/server/generation/message-row';
import { type NumberedEvent, watchConversation } from '~/server/generation/watch-conversation';
import { decodeSequenceCursor, encodeSequenceCursor } from '~/server/lib/cursor';
import type { ChatMessage, MessagePage } from '~/shared/schemas/messages';
import { prepareRequest, readHistory } from './prepare-request';

/** The newest messages, or those before the cursor; oldest first within the page. */
export async function listMessages(
  deps: Deps,
  userId: string,
  page: { conversationId: string; cursor?: string | null | undefined; limit: number },
): Promise<MessagePage> {
  const { conversationId, limit } = page;
  const rows = await deps.db.message.findMany({
    where: {
      conversationId,
      conversation: { userId },
      ...(page.cursor && { seq: { lt: decodeSequenceCursor(page.cursor) } }),
    },
    orderBy: { seq: 'desc' },
    take: limit + 1,
  });
  // No rows: an empty conversation, or none of this person's.
  if (rows.length === 0) await assertOwner(deps, userId, conversationId);
  const items = rows.slice(0, limit);
  const oldest = items.at(-1);
  return {
    items: items.reverse().map(toChatMessage),
    nextCursor: rows.length > limit && oldest ? encodeSequenceCursor(oldest.seq) : null,
  };
}

export async function retryAnswer(
  deps: Deps,
  userId: string,
  messageId: string,
): Promise<{ assistantMessage: ChatMessage; attempt: number }> {
  const { conversationId, questionId, attempt } = await deps.generation.restart(userId, messageId);
  const launch = { userId, conversationId, messageId, attempt };
  const rows = await deps.db.message.findMany({ where: { id: { in: [questionId, messageId] } } });
  const question = rows.find((row) => row.id === questionId);
  const answer = rows.find((row) => row.id === messageId);
  if (!question || !answer) throw conversationGone();
  const assistantMessage: ChatMessage = { ...toChatMessage(answer), content: '', metadata: { processing: true } };
  // Launched before it is told, as in sendMessage: readers on this process then find the live answer.
  deps.generation.launch(launch, async () =>
    prepareRequest(deps, await readHistory(deps, conversationId, questionId), question.content),
  );
  deps.bus.publish(`conversation:${conversationId}`, {
    type: 'started',
    userMessage: toChatMessage(question),
    assistantMessage,
    attempt,
  });
  return { assistantMessage, attempt };
}

/** See watchConversation; refuses what is not the person's, like what does not exist. */
export async function* watch(
  deps: Deps,
  userId: string,
  options: {
    conversationId: string;
    lastEventId?: string | null | undefined;
    signal: AbortSignal;
    untilDrained?: (() => Promise<void>) | undefined;
  },
): AsyncGenerator<NumberedEvent> {
  await assertOwner(deps, userId, options.conversationId);
  yield* watchConversation(deps.watchers, options);
}

async function assertOwner(deps: Deps, userId: string, conversationId: string): Promise<void> {
  const own = await deps.db.conversation.findFirst({ where: { id: conversationId, userId }, select: { id: true } });
  if (!own) throw conversationGone();
}
