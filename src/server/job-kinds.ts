/** Every kind of background work there is; see src/server/jobs. */
import type { Deps } from './deps';
import { purgeAccountsJob } from './features/admin/purge-accounts';
import { readFileJob, readTextJob } from './features/uploads/read-file.job';
import { sweepJob } from './features/uploads/sweeper';
import { housekeepingJob } from './housekeeping';
import type { AnyJobKind } from './jobs/job-kind';

export const jobKinds: readonly AnyJobKind<Deps>[] = [
  readFileJob,
  readTextJob,
  sweepJob,
  purgeAccountsJob,
  housekeepingJob,
];
