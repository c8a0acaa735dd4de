import type { Database } from '~/server/db/client';
import { tooMany } from '~/server/lib/errors';
import type { SendMessageInput, SentMessage } from '~/shared/schemas/messages';
import { findQuestion } from './find-question';
import {
  alreadyAttached,
  answerNotFound,
  attachmentsNotFound,
  conversationGone,
  projectNotFound,
  tooManyConversations,
  tooManyMessages,
} from './generation.errors';
import type { NewTurn } from './new-turn';

/**
 * Determines why question-store.ts wrote nothing: returns the messages that the request id stored before, or throws the
 * error to report. Null if neither applies and another attempt can succeed.
 */
export async function explainRejection(
  db: Database,
  turn: NewTurn,
  request: SendMessageInput,
): Promise<SentMessage | null> {
  const earlier = await findQuestion(db, turn.userId, request);
  if (earlier) return earlier;
  if (!turn.conversation.isNew) {
    const own = await db.conversation.findFirst({
      where: { id: turn.conversation.id, userId: turn.userId },
      select: { id: true },
    });
    if (!own) throw conversationGone();
  }
  const { projectId: id } = turn.conversation;
  if (id && (await db.project.count({ where: { id, userId: turn.userId } })) === 0) throw projectNotFound();
  if (turn.replaces) {
    const replaced = await db.message.findFirst({
      where: { id: turn.replaces, conversationId: turn.conversation.id, role: 'user' },
      select: { id: true },
    });
    if (!replaced) throw answerNotFound();
  }
  if (turn.objectIds.length > 0) await checkFiles(db, turn);
  const { maxConversations, maxMessages } = turn;
  const usage = await db.accountUsage.findUnique({ where: { userId: turn.userId } });
  if (usage && maxMessages > 0 && usage.messages >= maxMessages) throw tooManyMessages(maxMessages);
  if (turn.conversation.isNew && usage && maxConversations > 0 && usage.conversations >= maxConversations) {
    throw tooManyConversations(maxConversations);
  }
  const usedSlots = await db.generation.count({ where: { userId: turn.userId, slot: { not: null } } });
  if (usedSlots >= turn.maxConcurrentAnswers) {
    const answers = usedSlots === 1 ? 'An answer is' : `${usedSlots} answers are`;
    throw tooMany(`${answers} still being written. Wait for one to finish, or stop it.`, 5);
  }
  return null;
}

async function checkFiles(db: Database, { objectIds, attachments, userId }: NewTurn): Promise<void> {
  const stored = await db.storedObject.findMany({
    where: { id: { in: objectIds }, userId },
    select: { id: true, messageId: true, documentId: true },
  });
  if (stored.some(({ messageId, documentId }) => messageId || documentId)) throw alreadyAttached();
  const missing = objectIds.flatMap((id, place) =>
    stored.some((file) => file.id === id) ? [] : [attachments[place]?.name ?? ''],
  );
  if (missing.length > 0) throw attachmentsNotFound(missing);
}
