/** Makes the scheduled backups, on one process at a time. */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { defineJob, type JobContext, type JobKind } from '~/server/jobs/job-kind';
import { failAbandoned, readAttempts } from './backup-store';
import { isDue } from './backup-times';
import { makeBackup } from './make-backup';

/** Checks once a minute whether a backup is due. A failed backup is recorded and does not fail the job. */
export const makeBackupsJob: JobKind<Deps, object> = defineJob<Deps, object>({
  kind: 'backups.make',
  payload: z.object({}),
  everyMs: 60_000,
  async run(deps: Deps, _payload: object, { signal }: JobContext) {
    const { env, db } = deps;
    if (env.BACKUP_DIR === undefined) return;
    await failAbandoned(db);
    const { now, last } = await readAttempts(db);
    if (!isDue(env.BACKUP_TIMES, last, now)) return;
    await makeBackup(deps, { now, signal });
  },
});
