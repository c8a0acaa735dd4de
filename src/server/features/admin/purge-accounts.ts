/**
 * Deletes the rows of deleted accounts. Deleting an account closes it in one short transaction and leaves a row that no
 * list shows; this job then deletes its conversations and files in small batches, and resumes after a restart.
 */
import { z } from 'zod';
import type { Database } from '~/server/db/client';
import { transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { sweepSoon } from '~/server/features/uploads/sweeper';
import { forgetUser } from '~/server/features/usage/forget-user';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { pause } from '~/server/lib/wait';
import { handOverLate } from './hand-over';

/** Rows deleted per statement, not counting dependent rows. */
const batchRows = 500;
const conversationsAtOnce = 50;
/** Pause between two batches, which leaves the database to other requests. */
const pauseMs = 20;
/** Enough for a small account to be gone when the request to delete it returns. */
const batchesAtOnce = 4;

export const purgeAccountsJob: JobKind<Deps, object> = defineJob({
  kind: 'purge-accounts',
  payload: z.object({}),
  everyMs: 60_000,
  run: (deps: Deps, _payload, { signal }) => purgeAccounts(deps, signal),
});

/**
 * Deletes what is left of all deleted accounts. Resolves when nothing is left or when `signal` aborts. An account that
 * fails does not stop the others; the last failure is thrown at the end.
 */
export async function purgeAccounts(deps: Deps, signal: AbortSignal, rows?: number): Promise<void> {
  const { db, logger } = deps;
  const failed: string[] = [];
  let failure: unknown;
  while (!signal.aborted) {
    const [account] = await db.sql<{ id: string }>`
      SELECT id FROM users WHERE deleted_at IS NOT NULL AND id <> ALL(${failed}::uuid[]) ORDER BY deleted_at LIMIT 1`;
    if (!account) break;
    try {
      await purgeAccount(deps, account.id, signal, rows);
    } catch (error) {
      logger.error({ err: error, userId: account.id }, 'failed to delete the data of a deleted account');
      failed.push(account.id);
      failure = error;
    }
  }
  if (failed.length > 0) throw failure;
}

async function purgeAccount(deps: Deps, userId: string, signal: AbortSignal, rows?: number): Promise<void> {
  for (let batch = 1; !signal.aborted && !(await purgeBatch(deps.db, userId, rows)); batch++) {
    if (batch % 100 === 0) deps.logger.info({ batches: batch }, 'deleting the data of a deleted account');
    await pause(pauseMs, signal);
  }
  sweepSoon(deps);
}

/** Deletes the first batches at once and leaves the rest to the job. */
export async function beginPurge({ db, jobs, background }: Deps, userId: string): Promise<void> {
  for (let batch = 0; batch < batchesAtOnce; batch++) if (await purgeBatch(db, userId)) return;
  background.run('asking for the deletion of an account', () => jobs.runSoon(purgeAccountsJob));
}

/**
 * Deletes one batch of an account's rows. Returns true when the account is gone. Each statement adds its count to the
 * account's totals, so that they stay correct after an interruption.
 */
async function purgeBatch(db: Database, userId: string, rows = batchRows): Promise<boolean> {
  const conversations = await db.sql<{ id: string }>`
    SELECT id FROM conversations WHERE user_id = ${userId}::uuid OR discarded_by = ${userId}::uuid LIMIT ${conversationsAtOnce}`;
  if (conversations.length > 0) {
    const ids = conversations.map(({ id }) => id);
    if ((await purgeMessages(db, userId, ids, rows)) < rows) await purgeConversations(db, userId, ids);
    return false;
  }
  await handOverLate(db, userId);
  if ((await purgeFiles(db, userId, rows)) === rows) return false;
  await forgetUser(db, userId);
  await finishPurge(db, userId);
  return true;
}

async function purgeMessages(db: Database, userId: string, ids: string[], rows: number): Promise<number> {
  const [gone] = await db.sql<{ count: number }>`
    WITH gone AS (
      DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE conversation_id = ANY(${ids}::uuid[]) LIMIT ${rows})
      RETURNING id
    ), counted AS (
      UPDATE users SET erased = coalesce(erased, '{}') || jsonb_build_object(
        'messages', coalesce((erased ->> 'messages')::int, 0) + (SELECT count(*) FROM gone),
        'files', coalesce((erased ->> 'files')::int, 0)
                 + (SELECT count(*) FROM objects JOIN gone ON objects.message_id = gone.id))
      WHERE id = ${userId}::uuid
    )
    SELECT count(*)::int AS count FROM gone`;
  return gone?.count ?? 0;
}

async function purgeConversations(db: Database, userId: string, ids: string[]): Promise<void> {
  await db.sql`
    WITH gone AS (DELETE FROM conversations WHERE id = ANY(${ids}::uuid[]) RETURNING 1)
    UPDATE users SET erased = coalesce(erased, '{}') || jsonb_build_object(
      'conversations', coalesce((erased ->> 'conversations')::int, 0) + (SELECT count(*) FROM gone))
    WHERE id = ${userId}::uuid`;
}

async function purgeFiles(db: Database, userId: string, rows: number): Promise<number> {
  const [gone] = await db.sql<{ count: number }>`
    WITH gone AS (
      DELETE FROM objects WHERE id IN (SELECT id FROM objects WHERE user_id = ${userId}::uuid LIMIT ${rows}) RETURNING 1
    ), counted AS (
      UPDATE users SET erased = coalesce(erased, '{}') || jsonb_build_object(
        'files', coalesce((erased ->> 'files')::int, 0) + (SELECT count(*) FROM gone))
      WHERE id = ${userId}::uuid
    )
    SELECT count(*)::int AS count FROM gone`;
  return gone?.count ?? 0;
}

/**
 * Deletes the account's last row and records the purge in the audit log. Only one process does so. The row is locked
 * first: a request that adds something for the organization either has committed, or fails.
 */
async function finishPurge(db: Database, userId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
    await handOverLate(tx, userId);
    const [gone] = await tx.$queryRaw<{ erased: Record<string, number> | null }[]>`
      DELETE FROM users WHERE id = ${userId}::uuid AND deleted_at IS NOT NULL RETURNING erased`;
    if (!gone) return;
    // The account no longer has an email; the audit log still has the one it was deleted with.
    const deletion = await tx.auditEvent.findFirst({
      where: { kind: 'account-deleted', subjectId: userId },
      orderBy: { id: 'desc' },
      select: { subject: true },
    });
    await recordAudit(tx, {
      kind: 'account-data-erased',
      actor: null,
      subject: { id: userId, label: deletion?.subject ?? userId },
      details: { conversations: 0, messages: 0, files: 0, ...gone.erased },
      caller: null,
    });
  }, transactionLimits.bulk);
}
