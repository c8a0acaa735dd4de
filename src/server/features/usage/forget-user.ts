/** Keeps the usage of deleted users as anonymous totals, so that the installation's cost stays complete. */
import type { Database } from '~/server/db/client';
import { Prisma } from '~/server/db/generated/client';
import { nilUuid } from '~/server/lib/uuid';

/** The placeholder id in usage_days for all deleted accounts, and for usage older than RETENTION_USAGE_DAYS. */
const deletedAccounts = nilUuid;
const batch = 1000;

/** Adds a deleted account's usage to the anonymous totals. */
export async function forgetUser(db: Database, userId: string): Promise<void> {
  while (await addToSums(db, Prisma.sql`user_id = ${userId}::uuid`));
}

/** Does the same with all users' usage older than `days`; 0 keeps everything. */
export async function forgetOldUsage(db: Database, days: number, signal: AbortSignal): Promise<void> {
  const isOld = Prisma.sql`
    day < (now() AT TIME ZONE 'UTC')::date - ${days}::int AND user_id <> ${deletedAccounts}::uuid`;
  while (days > 0 && !signal.aborted && (await addToSums(db, isOld)));
}

/** Adds one batch of matching usage, oldest first. Returns whether there may be more. */
async function addToSums(db: Database, fits: Prisma.Sql): Promise<boolean> {
  const [done] = await db.$queryRaw<{ count: number }[]>`
    WITH removed AS (
      DELETE FROM usage_days WHERE (day, user_id, model) IN (
        SELECT day, user_id, model FROM usage_days WHERE ${fits} ORDER BY day LIMIT ${batch}::int
      ) RETURNING *
    ), added AS (
      INSERT INTO usage_days AS sums
        (day, user_id, model, model_name, requests, unknown_requests, unpriced_requests, estimated_requests,
         input_tokens, output_tokens, reasoning_tokens, cached_tokens, cost)
      SELECT day, ${deletedAccounts}::uuid, model, max(model_name), sum(requests), sum(unknown_requests),
             sum(unpriced_requests), sum(estimated_requests), sum(input_tokens), sum(output_tokens),
             sum(reasoning_tokens), sum(cached_tokens), sum(cost)
      FROM removed GROUP BY day, model
      ON CONFLICT (day, user_id, model) DO UPDATE SET
        requests = sums.requests + excluded.requests,
        unknown_requests = sums.unknown_requests + excluded.unknown_requests,
        unpriced_requests = sums.unpriced_requests + excluded.unpriced_requests,
        estimated_requests = sums.estimated_requests + excluded.estimated_requests,
        input_tokens = sums.input_tokens + excluded.input_tokens,
        output_tokens = sums.output_tokens + excluded.output_tokens,
        reasoning_tokens = sums.reasoning_tokens + excluded.reasoning_tokens,
        cached_tokens = sums.cached_tokens + excluded.cached_tokens,
        cost = CASE WHEN excluded.cost IS NULL THEN sums.cost ELSE coalesce(sums.cost, 0) + excluded.cost END
    )
    SELECT count(*)::int AS count FROM removed`;
  return done?.count === batch;
}
