/**
 * Temporary conversations: reachable only by their id, and deleted when the user leaves them. An open page extends
 * their lifetime; a job deletes those that have expired.
 */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { sweepSoon } from '~/server/features/uploads/sweeper';
import { temporarySeconds } from '~/server/generation/answer-store';
import { conversationGone, temporaryConversation } from '~/server/generation/generation.errors';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { deleteMarked, deletionBatch } from './delete-conversations';

export const deleteTemporaryJob: JobKind<Deps, object> = defineJob({
  kind: 'conversations.delete-temporary',
  payload: z.object({}),
  everyMs: 60_000,
  run: (deps: Deps, _payload, { signal }) => deleteTemporary(deps, { before: new Date(), signal }),
});

/** A conversation that is not temporary is reported as not found. */
export async function extendTemporary({ db }: Deps, userId: string, id: string): Promise<{ temporaryUntil: Date }> {
  const [extended] = await db.sql<{ temporaryUntil: Date }>`
    UPDATE conversations SET temporary_until = now() + make_interval(secs => ${temporarySeconds})
    WHERE id = ${id}::uuid AND user_id = ${userId}::uuid AND temporary_until IS NOT NULL
    RETURNING temporary_until AS "temporaryUntil"`;
  if (!extended) throw conversationGone();
  return extended;
}

/** Throws for temporary conversations, of which no part may be kept or shown elsewhere. */
export async function assertKept({ db }: Pick<Deps, 'db'>, userId: string, id: string): Promise<void> {
  const found = await db.conversation.findFirst({ where: { id, userId }, select: { temporaryUntil: true } });
  if (!found) throw conversationGone();
  if (found.temporaryUntil) throw temporaryConversation();
}

/**
 * Not while an answer is in progress. The outer statement compares the time again, because a message may extend it
 * while the statement waits for the lock.
 */
export async function deleteTemporary(
  deps: Deps,
  { before, signal }: { before: Date; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const marked = await deps.db.sql<{ id: string }>`
      UPDATE conversations SET user_id = NULL, discarded_by = user_id, discarded_at = to_timestamp(0)
      WHERE temporary_until <= ${before} AND user_id IS NOT NULL AND id IN (
        SELECT id FROM conversations c WHERE temporary_until <= ${before} AND user_id IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM generations g WHERE g.conversation_id = c.id AND g.lease_until IS NOT NULL
        ) LIMIT ${deletionBatch}
      ) RETURNING id`;
    if (marked.length === 0) return;
    const ids = marked.map(({ id }) => id);
    for (const id of ids) deps.bus.publish(`conversation:${id}`, { type: 'deleted' });
    const isDone = await deleteMarked(deps.db, ids, { signal });
    sweepSoon(deps);
    if (!isDone || marked.length < deletionBatch) return;
  }
}
