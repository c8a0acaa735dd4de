/**
 * Keeps the table `generations` as large as the recent past. The row of an answer is needed while the answer is written,
 * and afterwards for a message that is sent again with the same request ID, for readers that catch up, and for a live
 * notice of checked sources. What stays longer:
 *
 * - The row of an answer without a text: a retry writes such an answer in its place, and its row counts the attempts.
 * - The row of a report whose research is not done: a research that continues finds its report by its request ID.
 * - Rows of a conversation that changed in the last day, because its readers may still catch up.
 */
import type { Database } from '~/server/db/client';

/** How long a request ID stands for the message that it sent. */
export const keptDays = 30;
/** One batch locks few rows, for a short time. */
const batchRows = 1000;

/** Deletes the rows of answers that nothing needs any more, oldest first. Returns how many. */
export async function forgetEnded(db: Database, signal: AbortSignal, rows = batchRows): Promise<number> {
  let forgotten = 0;
  let from = new Date(0);
  while (!signal.aborted) {
    const { seen, last, deleted } = await forgetBatch(db, from, rows);
    forgotten += deleted;
    // Rows that stay are passed over, unless all of a batch are of one moment: then the rest waits for the next hour.
    if (seen < rows || !last || (deleted === 0 && last <= from)) break;
    from = last;
  }
  return forgotten;
}

interface Batch {
  seen: number;
  last: Date | null;
  deleted: number;
}

/** `lease_until` is compared once more for each row, since a retry may have started after it was selected. */
async function forgetBatch(db: Database, from: Date, rows: number): Promise<Batch> {
  const [batch] = await db.sql<Batch>`
    WITH old AS MATERIALIZED (
      SELECT message_id, conversation_id, client_request_id, created_at FROM generations
      WHERE created_at >= ${from.toISOString()}::timestamptz AND created_at < now() - make_interval(days => ${keptDays})
      ORDER BY created_at LIMIT ${rows}
    ), unneeded AS MATERIALIZED (
      SELECT old.message_id FROM old
      WHERE EXISTS (SELECT 1 FROM messages m WHERE m.id = old.message_id AND m.content <> '')
        AND EXISTS (SELECT 1 FROM conversations c
                    WHERE c.id = old.conversation_id AND c.updated_at < now() - interval '1 day')
        AND NOT EXISTS (SELECT 1 FROM researches r WHERE r.conversation_id = old.conversation_id
                          AND r.id::text = old.client_request_id AND r.state <> 'done')
    ), deleted AS (
      DELETE FROM generations g USING unneeded
      WHERE g.message_id = unneeded.message_id AND g.lease_until IS NULL AND g.slot IS NULL
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM old)::int AS seen, (SELECT max(created_at) FROM old) AS last,
           (SELECT count(*) FROM deleted)::int AS deleted`;
  return batch ?? { seen: 0, last: null, deleted: 0 };
}
