import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { reviveJobs } from '~/server/jobs/job-store';

/** Retries all jobs that failed permanently, like `npm run jobs -- --retry`. Returns how many. */
export async function retryJobs(deps: Deps, { by, caller }: Acting): Promise<number> {
  const count = await reviveJobs(deps.db, 'all');
  if (count === 0) return 0;
  await recordAudit(deps, { kind: 'jobs-retried', actor: by, details: { count }, caller });
  deps.jobs.wake();
  return count;
}
