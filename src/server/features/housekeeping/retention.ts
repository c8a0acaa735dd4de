/** Deletes data that is older than the operator's limits: RETENTION_CONVERSATIONS_DAYS and RETENTION_RESEARCH_DAYS. */
import type { Deps } from '~/server/deps';
import { deleteMarked, deletionBatch } from '~/server/features/conversations/delete-conversations';
import { sweepSoon } from '~/server/features/uploads/sweeper';

const batch = 50;

/**
 * Deletes conversations whose last message is older, except those with an answer in progress, unfinished research or an
 * active schedule. Walks from user to user, because the index of conversations starts with the user. The outer
 * statement compares the time again, because a message may arrive while it waits for the lock. Returns the number of
 * deleted conversations.
 */
export async function deleteOldConversations(deps: Deps, signal: AbortSignal): Promise<number> {
  const days = deps.env.RETENTION_CONVERSATIONS_DAYS;
  let count = 0;
  while (days > 0 && !signal.aborted) {
    const marked = await deps.db.sql<{ id: string }>`
      UPDATE conversations SET user_id = NULL, discarded_by = user_id, discarded_at = to_timestamp(0)
      WHERE user_id IS NOT NULL AND updated_at < now() - make_interval(days => ${days}) AND id IN (
        SELECT old.id FROM users CROSS JOIN LATERAL (
          SELECT c.id FROM conversations c
          WHERE c.user_id = users.id AND c.updated_at < now() - make_interval(days => ${days})
            AND NOT EXISTS (SELECT 1 FROM generations g WHERE g.conversation_id = c.id AND g.lease_until IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM researches r WHERE r.conversation_id = c.id
                              AND r.state IN ('planning', 'queued', 'running', 'writing'))
            AND NOT EXISTS (SELECT 1 FROM research_schedules s WHERE s.conversation_id = c.id AND NOT s.is_paused)
          LIMIT ${deletionBatch}
        ) AS old LIMIT ${deletionBatch}
      ) RETURNING id`;
    const ids = marked.map(({ id }) => id);
    if (ids.length === 0) break;
    for (const id of ids) deps.bus.publish(`conversation:${id}`, { type: 'deleted' });
    count += ids.length;
    const isDone = await deleteMarked(deps.db, ids, { signal });
    sweepSoon(deps);
    if (!isDone || ids.length < deletionBatch) break;
  }
  if (count > 0) deps.logger.info({ count, days }, 'deleted conversations older than RETENTION_CONVERSATIONS_DAYS');
  return count;
}

/** Deletes research that ended longer ago, with its steps and the pages it read. Its reports are messages and stay. */
export async function deleteOldResearches({ db, env, logger }: Deps, signal: AbortSignal): Promise<number> {
  const days = env.RETENTION_RESEARCH_DAYS;
  let count = 0;
  while (days > 0 && !signal.aborted) {
    const deleted = await db.sql`
      DELETE FROM researches WHERE updated_at < now() - make_interval(days => ${days})
        AND state NOT IN ('planning', 'queued', 'running', 'writing') AND id IN (
        SELECT old.id FROM users CROSS JOIN LATERAL (
          SELECT r.id FROM researches r
          WHERE r.user_id = users.id AND r.created_at < now() - make_interval(days => ${days})
            AND r.updated_at < now() - make_interval(days => ${days})
            AND r.state NOT IN ('planning', 'queued', 'running', 'writing')
          LIMIT ${batch}
        ) AS old LIMIT ${batch}
      ) RETURNING 1`;
    count += deleted.length;
    if (deleted.length < batch) break;
  }
  if (count > 0) logger.info({ count, days }, 'deleted research runs older than RETENTION_RESEARCH_DAYS');
  return count;
}
