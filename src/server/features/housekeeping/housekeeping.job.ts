import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { pruneAudit } from '~/server/features/audit/audit.service';
import { deleteUnusedTexts } from '~/server/features/citations/pages/snapshot-store';
import { deleteUnknownTickers } from '~/server/features/prices/price-store';
import { deleteOldErrors } from '~/server/features/status/stored-errors';
import { closeExpiredUsage } from '~/server/features/usage/expired-usage';
import { forgetOldUsage } from '~/server/features/usage/forget-user';
import { deleteDeadProcesses } from '~/server/generation/abandoned-answers';
import { forgetEnded } from '~/server/generation/forget-ended';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { removeDeadJobs } from '~/server/jobs/job-store';
import { messageOf } from '~/server/lib/caught';
import { buildTextIndexes } from './build-text-indexes';
import { deleteIdempotencyKeys } from './delete-idempotency-keys';
import { deleteOldConversations, deleteOldResearches } from './retention';

const deadJobDays = 30;

type Task = [what: string, run: () => Promise<unknown>];

/**
 * Deletes expired rows once an hour, on one process. A session in use is extended when it is read. Plain SQL, because
 * it also runs at the first start: Prisma's query compiler needs as much memory as the rest of an idle server.
 */
export const housekeepingJob: JobKind<Deps, object> = defineJob({
  kind: 'housekeeping',
  payload: z.object({}),
  everyMs: 3_600_000,
  async run(deps: Deps, _payload, { signal }) {
    const { sessions, db, database, env, store } = deps;
    const tasks: Task[] = [
      ['expired sessions', () => sessions.deleteExpiredSessions()],
      ['expired shared links', () => db.sql`DELETE FROM shares WHERE expires_at < now() - interval '30 days'`],
      // Records of complete ones are few, and name the folders that retention deletes.
      [
        'old records of failed backups',
        () => db.sql`DELETE FROM backups WHERE started_at < now() - interval '400 days' AND finished_at IS NULL`,
      ],
      ['expired email links', () => db.sql`DELETE FROM email_links WHERE expires_at < now()`],
      ['expired sign-in challenges', () => db.sql`DELETE FROM sign_in_challenges WHERE expires_at < now()`],
      ['expired passkey requests', () => db.sql`DELETE FROM passkey_requests WHERE expires_at < now()`],
      // Ended invitations are shown for a while, places on the waitlist are not.
      [
        'old invitations',
        () => db.sql`
          DELETE FROM invitations
          WHERE expires_at < now() AND (origin = 'waitlist' OR expires_at < now() - interval '30 days')`,
      ],
      // Only written by servers of the previous version.
      ['expired password reset links', () => db.sql`DELETE FROM password_resets WHERE expires_at < now()`],
      ['old idempotency keys', () => deleteIdempotencyKeys(db, signal)],
      ['unknown tickers', () => deleteUnknownTickers(db)],
      ['old audit events', () => pruneAudit(deps)],
      ['records of answers that ended', () => forgetEnded(db, signal)],
      ['open model usage', () => closeExpiredUsage(db, env.RETENTION_USAGE_DAYS)],
      ['old model usage', () => forgetOldUsage(db, env.RETENTION_USAGE_DAYS, signal)],
      ['old conversations', () => deleteOldConversations(deps, signal)],
      ['old research runs', () => deleteOldResearches(deps, signal)],
      ['unused texts of web pages', () => deleteUnusedTexts(db, signal)],
      ['processes that ended', () => deleteDeadProcesses(db)],
      ['old errors', () => deleteOldErrors(db)],
      ['remains of uploads', () => store.removeLeftovers()],
      ['old failed jobs', () => removeDeadJobs(db, deadJobDays)],
      ['space of deleted rows', async () => database.vacuum?.(signal)],
      ['indexes for administrators', () => buildTextIndexes(deps)],
    ];
    await runAll(deps, tasks);
  },
});

/** A failed task does not keep the others from running. The job then fails with all errors, so that they are seen. */
async function runAll({ logger }: Pick<Deps, 'logger'>, tasks: readonly Task[]): Promise<void> {
  const failures: string[] = [];
  for (const [what, run] of tasks) {
    await run().catch((error) => {
      logger.warn({ err: error }, `housekeeping failed: ${what}; trying again later`);
      failures.push(`${what}: ${messageOf(error)}`);
    });
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
}
