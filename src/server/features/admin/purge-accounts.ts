/**
 * Removes the rows of deleted accounts. Deleting an account closes it in one short transaction and leaves a row that no
 * list shows; its conversations and files follow from here in small batches, and go on after a restart.
 */
import { z } from 'zod';
import type { Database } from '~/server/db/client';
import type { Deps } from '~/server/deps';
import { sweepSoon } from '~/server/features/uploads/sweeper';
import { forgetUser } from '~/server/features/usage/forget-user';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { pause } from '~/server/lib/wait';

/** Rows that one statement deletes, without those that depend on them. */
const batchRows = 500;
const conversationsAtOnce = 50;
/** Between two batches: other requests get the database then. */
const breathMs = 20;
/** An account of a few conversations is gone when its deletion is answered. */
const batchesAtOnce = 4;

export const purgeAccountsJob: JobKind<Deps, object> = defineJob({
  kind: 'purge-accounts',
  payload: z.object({}),
  everyMs: 60_000,
  run: (deps: Deps, _payload, { signal }) => purgeAccounts(deps, signal),
});

/** Deletes what is left of all deleted accounts. Resolves when nothing is, or when it is asked to stop. */
export async function purgeAccounts(deps: Deps, signal: AbortSignal, rows?: number): Promise<void> {
  const { db, logger } = deps;
  while (!signal.aborted) {
    const [account] = await db.sql<{ id: string }>`
      SELECT id FROM users WHERE deleted_at IS NOT NULL ORDER BY deleted_at LIMIT 1`;
    if (!account) return;
    for (let batch = 1; !signal.aborted && !(await purgeBatch(db, account.id, rows)); batch++) {
      if (batch % 100 === 0) logger.info({ batches: batch }, 'deleting the data of a deleted account');
      await pause(breathMs, signal);
    }
    sweepSoon(deps);
  }
}

/** The first batches, at once; the job does the rest. */
export async function beginPurge({ db, jobs, background }: Deps, userId: string): Promise<void> {
  for (let batch = 0; batch < batchesAtOnce; batch++) if (await purgeBatch(db, userId)) return;
  background.run('asking for the deletion of an account', () => jobs.hasten(purgeAccountsJob));
}

/** Deletes one batch of an account's rows. True when the account is gone. */
export async function purgeBatch(db: Database, userId: string, rows = batchRows): Promise<boolean> {
  const conversations = await db.sql<{ id: string }>`
    SELECT id FROM conversations WHERE user_id = ${userId}::uuid OR discarded_by = ${userId}::uuid LIMIT ${conversationsAtOnce}`;
  if (conversations.length > 0) {
    const ids = conversations.map(({ id }) => id);
    const messages = await db.sql`
      DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE conversation_id = ANY(${ids}::uuid[]) LIMIT ${rows})
      RETURNING id`;
    if (messages.length < rows) await db.sql`DELETE FROM conversations WHERE id = ANY(${ids}::uuid[])`;
    return false;
  }
  const files = await db.sql`
    DELETE FROM objects WHERE id IN (SELECT id FROM objects WHERE user_id = ${userId}::uuid LIMIT ${rows}) RETURNING id`;
  if (files.length === rows) return false;
  await forgetUser(db, userId);
  await db.sql`DELETE FROM users WHERE id = ${userId}::uuid AND deleted_at IS NOT NULL`;
  return true;
}
