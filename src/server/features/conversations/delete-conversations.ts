/**
 * Deletes conversations in statements of a limited size: a statement that deleted 50 conversations with thousands of
 * messages each would reach its time limit, and would never succeed. The deletion first takes the conversation from its
 * user, so that a partly deleted one is never shown; it resumes after an interruption with the job for discarded
 * conversations.
 */
import type { Database } from '~/server/db/client';

/** Conversations whose messages are deleted together. */
export const deletionBatch = 50;
/** Messages deleted per statement, not counting dependent rows. */
const messagesAtOnce = 500;

/** Whether everything was deleted. `maxStatements` leaves the rest of very long conversations to the job. */
export async function deleteMarked(
  db: Database,
  ids: readonly string[],
  { signal, maxStatements = Number.POSITIVE_INFINITY }: { signal?: AbortSignal; maxStatements?: number },
): Promise<boolean> {
  for (let statements = 0; ; statements++) {
    if (signal?.aborted || statements === maxStatements) return false;
    if ((await deleteMessages(db, ids)) < messagesAtOnce) break;
  }
  await db.sql`DELETE FROM conversations WHERE id = ANY(${ids}::uuid[]) AND discarded_at = to_timestamp(0)`;
  return true;
}

/**
 * Returns how many messages were chosen: another process may have deleted the same ones, while further ones remain. The
 * rows of running answers are locked before all others, in the same order as by the statements that store an answer's
 * text and its end, so that no deadlock can occur.
 */
async function deleteMessages(db: Database, ids: readonly string[]): Promise<number> {
  const [deleted] = await db.sql<{ count: number }>`
    WITH answers AS MATERIALIZED (
      SELECT message_id FROM generations WHERE conversation_id = ANY(${ids}::uuid[]) AND lease_until IS NOT NULL
      ORDER BY message_id FOR UPDATE
    ), chosen AS MATERIALIZED (
      SELECT id FROM messages WHERE conversation_id = ANY(${ids}::uuid[]) LIMIT ${messagesAtOnce}
    ), deleted AS (
      DELETE FROM messages WHERE (SELECT count(*) FROM answers) >= 0 AND id IN (SELECT id FROM chosen)
    )
    SELECT count(*)::int AS count FROM chosen`;
  return deleted?.count ?? 0;
}
