/**
 * Deletion with undo: a discarded conversation loses its owner, so no list or page shows it. Its user can restore it
 * for a minute; then a job deletes it, whether or not a browser is still open.
 */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { sweepSoon } from '~/server/features/uploads/sweeper';
import { conversationGone } from '~/server/generation/generation.errors';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { limits } from '~/shared/limits';
import { runningStates } from '~/shared/research-states';
import { deleteMarked, deletionBatch } from './delete-conversations';

export const deleteDiscardedJob: JobKind<Deps, object> = defineJob({
  kind: 'conversations.delete-discarded',
  payload: z.object({}),
  everyMs: 5 * 60_000,
  async run(deps: Deps, _payload, { signal }) {
    const before = new Date(Date.now() - limits.restoreMs);
    await deleteDiscarded(deps, { before, signal });
    const [next] = await deps.db.sql<{ at: Date | null }>`
      SELECT min(discarded_at) AS at FROM conversations WHERE discarded_by IS NOT NULL AND discarded_at > ${before}`;
    if (next?.at) await deps.jobs.runSoon(deleteDiscardedJob, next.at.getTime() - before.getTime() + 1000);
  },
});

/**
 * Returns the number of discarded conversations. If there were none, throws the not-found error of a single
 * conversation.
 */
export async function discardConversations(deps: Deps, userId: string, ids: readonly string[]): Promise<number> {
  const discarded = await deps.db.sql<{ id: string }>`
    UPDATE conversations SET user_id = NULL, discarded_by = user_id, discarded_at = now()
    WHERE id = ANY(${ids}::uuid[]) AND user_id = ${userId}::uuid RETURNING id`;
  if (discarded.length === 0) throw conversationGone();
  const discardedIds = discarded.map(({ id }) => id);
  await stopResearch(deps, discardedIds);
  await stopAnswers(deps, userId, discardedIds);
  for (const { id } of discarded) deps.bus.publish(`conversation:${id}`, { type: 'deleted' });
  deps.background.run('scheduling the deletion of conversations', () =>
    deps.jobs.runSoon(deleteDiscardedJob, limits.restoreMs + 1000),
  );
  return discarded.length;
}

/**
 * Called before the answer is stopped, because a report that only its user stopped counts as finished. Research that
 * has not begun becomes a plan again, because it would count as discarded if it were stopped.
 */
async function stopResearch({ db, bus }: Deps, ids: string[]): Promise<void> {
  const stopped = await db.sql<{ id: string }>`
    UPDATE researches SET error = NULL, updated_at = now(),
      state = CASE WHEN state = 'queued' AND milliseconds = 0 THEN 'planned' ELSE 'stopped' END
    WHERE conversation_id = ANY(${ids}::uuid[]) AND state = ANY(${[...runningStates]}::text[]) RETURNING id`;
  for (const { id } of stopped) bus.publish('research', { type: 'stopped', researchId: id });
}

/** Running answers are stopped first, so a restored conversation has their text so far. Few run per account. */
async function stopAnswers(deps: Deps, userId: string, ids: string[]): Promise<void> {
  const running = await deps.db.sql<{ messageId: string }>`
    SELECT message_id AS "messageId" FROM generations
    WHERE conversation_id = ANY(${ids}::uuid[]) AND lease_until IS NOT NULL`;
  await Promise.all(running.map(({ messageId }) => deps.generation.stop(userId, messageId)));
}

/** Not after the deletion has begun. */
export async function restoreConversations(deps: Deps, userId: string, ids: readonly string[]): Promise<number> {
  const restored = await deps.db.sql`
    UPDATE conversations SET user_id = discarded_by, discarded_by = NULL, discarded_at = NULL
    WHERE id = ANY(${ids}::uuid[]) AND discarded_by = ${userId}::uuid AND discarded_at > to_timestamp(0) RETURNING id`;
  if (restored.length === 0) throw conversationGone();
  return restored.length;
}

interface DeleteDiscardedOptions {
  before: Date;
  signal: AbortSignal;
}

/**
 * First sets their time to the epoch, so that they can't be restored any more. The outer statement repeats the
 * conditions, because a conversation may be restored while it waits for the row's lock.
 */
export async function deleteDiscarded(deps: Deps, { before, signal }: DeleteDiscardedOptions): Promise<void> {
  while (!signal.aborted) {
    const marked = await deps.db.sql<{ id: string }>`
      UPDATE conversations SET discarded_at = to_timestamp(0)
      WHERE discarded_by IS NOT NULL AND discarded_at <= ${before} AND id IN (
        SELECT id FROM conversations WHERE discarded_by IS NOT NULL AND discarded_at <= ${before} LIMIT ${deletionBatch}
      ) RETURNING id`;
    if (marked.length === 0) return;
    const ids = marked.map(({ id }) => id);
    const isDone = await deleteMarked(deps.db, ids, { signal });
    sweepSoon(deps);
    if (!isDone || marked.length < deletionBatch) return;
  }
}
