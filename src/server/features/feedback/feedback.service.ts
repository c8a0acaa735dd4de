/** A user's feedback on their own answers. Another user's answer is reported as not found. */
import type { Deps } from '~/server/deps';
import { answerNotFound, conversationGone } from '~/server/generation/generation.errors';
import { decodeCursor, encodeCursor, pageOf } from '~/server/lib/cursor';
import type { AnswerFeedback, FeedbackPage, ListFeedbackInput, SaveFeedbackInput } from '~/shared/schemas/feedback';
import { notRatable } from './feedback.errors';

/** Rates a finished answer and replaces earlier feedback. */
export async function saveFeedback(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { messageId, rating, reasons, comment }: SaveFeedbackInput,
): Promise<AnswerFeedback> {
  const [saved] = await db.sql<AnswerFeedback>`
    INSERT INTO answer_feedback (message_id, user_id, rating, reasons, comment, model, model_name)
    SELECT m.id, c.user_id, ${rating}, ${[...new Set(reasons)]}::text[], ${comment}, m.metadata ->> 'modelId',
           coalesce(m.metadata ->> 'model', m.metadata ->> 'modelId')
    FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.id = ${messageId}::uuid AND c.user_id = ${userId}::uuid AND m.role = 'assistant' AND m.content <> ''
      AND m.metadata ->> 'processing' IS DISTINCT FROM 'true' AND m.metadata -> 'imported' IS NULL
      AND m.metadata ->> 'modelId' IS NOT NULL
    FOR KEY SHARE OF m
    ON CONFLICT (message_id, user_id) DO UPDATE
      SET rating = excluded.rating, reasons = excluded.reasons, comment = excluded.comment, updated_at = now()
    RETURNING message_id AS "messageId", rating, reasons, comment, updated_at AS "updatedAt"`;
  if (saved) return saved;
  await assertOwnAnswer(db, userId, messageId);
  throw notRatable();
}

/** Null without feedback. */
export async function getFeedback(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  messageId: string,
): Promise<AnswerFeedback | null> {
  await assertOwnAnswer(db, userId, messageId);
  const [found] = await db.sql<AnswerFeedback>`
    SELECT message_id AS "messageId", rating, reasons, comment, updated_at AS "updatedAt"
    FROM answer_feedback WHERE message_id = ${messageId}::uuid AND user_id = ${userId}::uuid`;
  return found ?? null;
}

/** Does nothing if there is no feedback. */
export async function removeFeedback({ db }: Pick<Deps, 'db'>, userId: string, messageId: string): Promise<void> {
  await assertOwnAnswer(db, userId, messageId);
  await db.answerFeedback.deleteMany({ where: { messageId, userId } });
}

/** The feedback on the answers of a conversation, latest first. */
export async function listFeedback(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { conversationId, cursor, limit }: ListFeedbackInput,
): Promise<FeedbackPage> {
  const after = cursor ? decodeCursor(cursor) : null;
  const [own] = await db.sql`
    SELECT 1 FROM conversations WHERE id = ${conversationId}::uuid AND user_id = ${userId}::uuid`;
  if (!own) throw conversationGone();
  const rows = await db.sql<AnswerFeedback & { id: string }>`
    SELECT f.id, f.message_id AS "messageId", f.rating, f.reasons, f.comment, f.updated_at AS "updatedAt"
    FROM messages m JOIN answer_feedback f ON f.message_id = m.id
    WHERE m.conversation_id = ${conversationId}::uuid AND f.user_id = ${userId}::uuid
      AND (${after === null}::boolean OR f.updated_at < ${after?.time ?? null}
           OR (f.updated_at = ${after?.time ?? null} AND f.id > ${after?.id ?? null}::uuid))
    ORDER BY f.updated_at DESC, f.id LIMIT ${limit + 1}::int`;
  const page = pageOf(rows, limit, ({ updatedAt, id }) => encodeCursor(updatedAt, id));
  return { ...page, items: page.items.map(({ id: _, ...feedback }) => feedback) };
}

async function assertOwnAnswer(db: Deps['db'], userId: string, messageId: string): Promise<void> {
  const [own] = await db.sql`
    SELECT 1 FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.id = ${messageId}::uuid AND m.role = 'assistant' AND c.user_id = ${userId}::uuid`;
  if (!own) throw answerNotFound();
}
