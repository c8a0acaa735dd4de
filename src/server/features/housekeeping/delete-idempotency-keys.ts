import type { Database } from '~/server/db/client';

/** One batch locks few rows, for a short time. */
const batchRows = 1000;

/** Deletes idempotency keys, and the responses stored under them, a day after their request. Returns how many. */
export async function deleteIdempotencyKeys(db: Database, signal: AbortSignal, rows = batchRows): Promise<number> {
  let count = 0;
  while (!signal.aborted) {
    const deleted = await db.sql`
      DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours' AND (user_id, key) IN (
        SELECT user_id, key FROM idempotency_keys WHERE created_at < now() - interval '24 hours'
        ORDER BY created_at LIMIT ${rows}
      ) RETURNING 1`;
    count += deleted.length;
    if (deleted.length < rows) break;
  }
  return count;
}
