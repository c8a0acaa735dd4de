/**
 * Limits the table `generations` to the recent past. An answer's row is needed while it runs. Afterwards it is needed
 * for repeated messages with the same request ID, for subscribers that catch up, and for live updates of checked
 * sources. These rows stay longer:
 *
 * - The row of an answer without text: a retry rewrites such an answer in place, and its row counts the attempts. - The
 * row of a report whose research is not done: a research that continues finds its report by its request ID. - Rows of a
 * conversation that changed in the last day, because its subscribers may still catch up.
 */
import type { Database } from '~/server/db/client';

/** How long a request ID identifies the message that it sent. */
const retentionDays = 30;
/** One batch locks few rows, for a short time. */
const batchRows = 1000;

/** Deletes the rows of answers that are no longer needed, oldest first. Returns how many. */
export async function forgetEnded(db: Database, signal: AbortSignal, rows = batchRows): Promise<number> {
  let forgotten = 0;
  let from = new Date(0);
  while (!signal.aborted) {
    const { seen, last, deleted } = await forgetBatch(db, from, rows);
    forgotten += deleted;
    // Rows that stay are skipped, unless a whole batch has the same timestamp: then the rest waits for the next hour.
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

/** Compares `lease_until` again for each row, because a retry may have started since it was selected. */
async function forgetBatch(db: Database, from: Date, rows: number): Promise<Batch> {
  const [batch] = await db.sql<Batch>`
    WITH old AS MATERIALIZED (
      SELECT message_id, conversation_id, client_request_id, created_at FROM generations
      WHERE created_at >= ${from.toISOString()}::timestamptz AND created_at < now() - make_interval(days => ${retentionDays})
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
