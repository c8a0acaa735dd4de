import type { Database } from '~/server/db/client';

/** Stands for all deleted accounts in usage_days. */
const deletedAccounts = '00000000-0000-0000-0000-000000000000';

/** Adds a deleted account's usage to the anonymous sums, so that the cost of the installation stays complete. */
export async function forgetUser(db: Database, userId: string): Promise<void> {
  await db.sql`
    WITH removed AS (DELETE FROM usage_days WHERE user_id = ${userId}::uuid RETURNING *)
    INSERT INTO usage_days AS sums
      (day, user_id, model, model_name, requests, unknown_requests, estimated_requests, input_tokens, output_tokens,
       reasoning_tokens, cached_tokens, cost)
    SELECT day, ${deletedAccounts}::uuid, model, model_name, requests, unknown_requests, estimated_requests, input_tokens,
           output_tokens, reasoning_tokens, cached_tokens, cost FROM removed
    ON CONFLICT (day, user_id, model) DO UPDATE SET
      requests = sums.requests + excluded.requests,
      unknown_requests = sums.unknown_requests + excluded.unknown_requests,
      estimated_requests = sums.estimated_requests + excluded.estimated_requests,
      input_tokens = sums.input_tokens + excluded.input_tokens,
      output_tokens = sums.output_tokens + excluded.output_tokens,
      reasoning_tokens = sums.reasoning_tokens + excluded.reasoning_tokens,
      cached_tokens = sums.cached_tokens + excluded.cached_tokens,
      cost = CASE WHEN excluded.cost IS NULL THEN sums.cost ELSE coalesce(sums.cost, 0) + excluded.cost END`;
}
