/**
 * Queues files without vectors of the current model: from before vectors existed, from a restored backup, or after a
 * change of model.
 */
import { z } from 'zod';
import { ensureOnServer } from '~/server/db/server-indexes';
import type { Deps } from '~/server/deps';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { ensureVectorIndex } from '~/server/retrieval/vector-index';
import { embedFileJob } from './embed-file.job';

const filesAtOnce = 500;

export const embedMissingJob: JobKind<Deps, object> = defineJob({
  kind: 'files.embed-missing',
  payload: z.object({}),
  everyMs: 60_000,
  async run(deps: Deps) {
    const embedder = await deps.vectors.embedder();
    if (!embedder) return;
    const hasPrice = embedder.counted.prices !== undefined;
    // Owners without budget are excluded before the limit, so that their files don't take the place of others.
    const queued = await deps.db.sql`
      WITH waiting AS MATERIALIZED (
        SELECT i.object_id, i.number, o.user_id
        FROM passage_indexes i JOIN objects o ON o.id = i.object_id LEFT JOIN embedded_files e ON e.file = i.number
        WHERE i.indexed_at IS NOT NULL AND (e.completed_at IS NULL OR e.model <> ${embedder.model})
          AND NOT EXISTS (SELECT FROM jobs j WHERE j.kind = ${embedFileJob.kind} AND j.payload->>'objectId' = i.object_id::text
                          AND (j.state <> 'dead' OR j.updated_at > now() - interval '1 hour'))
      ), over_budget AS MATERIALIZED (
        SELECT user_id FROM (SELECT DISTINCT user_id FROM waiting WHERE ${hasPrice}::boolean) owners WHERE budget_is_used(user_id)
      ), missing AS (
        SELECT object_id, user_id FROM waiting WHERE user_id NOT IN (SELECT user_id FROM over_budget)
        ORDER BY number DESC LIMIT ${filesAtOnce}::int
      )
      SELECT enqueue_job(${embedFileJob.kind}, object_id::text, user_id, jsonb_build_object('objectId', object_id), 0, false)
      FROM missing`;
    if (queued.length > 0) deps.jobs.wake();
    await ensureOnServer(deps, ensureVectorIndex);
  },
});
