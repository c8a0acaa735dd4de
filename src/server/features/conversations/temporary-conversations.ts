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

const batch = 50;

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

/** Throws for temporary conversations, before a part of one would be kept or shown elsewhere. */
export async function assertKept({ db }: Pick<Deps, 'db'>, userId: string, id: string): Promise<void> {
  const found = await db.conversation.findFirst({ where: { id, userId }, select: { temporaryUntil: true } });
  if (!found) throw conversationGone();
  if (found.temporaryUntil) throw temporaryConversation();
}

/**
 * Not while an answer is in progress. The time is compared again for the rows to delete: a message may extend it while
 * the statement waits for the lock.
 */
export async function deleteTemporary(
  deps: Deps,
  { before, signal }: { before: Date; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const deleted = await deps.db.sql<{ id: string }>`
      DELETE FROM conversations WHERE temporary_until <= ${before} AND id IN (
        SELECT id FROM conversations c WHERE temporary_until <= ${before} AND NOT EXISTS (
          SELECT 1 FROM generations g WHERE g.conversation_id = c.id AND g.lease_until IS NOT NULL
        ) LIMIT ${batch}
      ) RETURNING id`;
    for (const { id } of deleted) deps.bus.publish(`conversation:${id}`, { type: 'deleted' });
    if (deleted.length > 0) sweepSoon(deps);
    if (deleted.length < batch) return;
  }
}
