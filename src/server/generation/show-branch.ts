import type { Database } from '~/server/db/client';
import { answerNotFound } from './generation.errors';

/** Returns the conversation's id. Another user's message is treated like a missing one. */
export async function showBranch(db: Database, userId: string, messageId: string): Promise<string> {
  const [row] = await db.sql<{ conversationId: string }>`
    SELECT m.conversation_id AS "conversationId", show_branch(m.id)
    FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.id = ${messageId}::uuid AND c.user_id = ${userId}::uuid`;
  if (!row) throw answerNotFound();
  return row.conversationId;
}
