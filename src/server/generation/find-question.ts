/** Finds a repeated message by its request id. */
import type { Database } from '~/server/db/client';
import { AppError } from '~/server/lib/errors';
import { sha256 } from '~/server/lib/hash';
import type { SendMessageInput, SentMessage } from '~/shared/schemas/messages';
import { conversationGone } from './generation.errors';
import { toChatMessage } from './message-row';

/**
 * The messages stored by an earlier request with this id, or null. Throws if the id was used for a different request.
 */
export async function findQuestion(
  db: Database,
  userId: string,
  request: SendMessageInput,
): Promise<SentMessage | null> {
  const earlier = await db.generation.findUnique({
    where: { userId_clientRequestId: { userId, clientRequestId: request.clientRequestId } },
    include: { message: true, question: true, conversation: true },
  });
  if (!earlier) return null;
  const { id, title, updatedAt, isPinned, isArchived, projectId, temporaryUntil } = earlier.conversation;
  // The conversation was deleted since.
  if (earlier.conversation.userId !== userId) throw conversationGone();
  if (earlier.requestHash !== requestHash(request)) {
    throw new AppError('conflict', 'This request ID was already used for another message.');
  }
  const [question, message] = await db.texts.openMessages([earlier.question, earlier.message]);
  if (!question || !message) return null;
  return {
    conversation: { id, title, updatedAt, isPinned, isArchived, projectId, temporaryUntil },
    userMessage: toChatMessage(question),
    assistantMessage: toChatMessage(message),
  };
}

/**
 * Identifies the content of a request; the same id with another hash is a conflict. Optional choices count only if
 * given, so that a request of an older client keeps its hash.
 */
export function requestHash(request: SendMessageInput): string {
  const { conversationId, content, attachments, model, parameters, projectId, collections, replaces, sources } =
    request;
  const choices = [model, parameters].some((choice) => choice != null) ? [model ?? null, parameters ?? null] : [];
  const version = replaces ? [{ replaces }] : [];
  const limit = sources && sources !== 'web' ? [{ sources }] : [];
  const place = projectId ? [{ projectId }] : [];
  const switched = collections?.length ? [{ collections }] : [];
  const more = [...choices, ...version, ...limit, ...place, ...switched];
  return sha256(JSON.stringify([conversationId ?? null, content, attachments, ...more]));
}
