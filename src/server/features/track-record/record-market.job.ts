import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { recordMarket } from './record-market';

/** Once an hour, on one process. Before it runs for a day nothing is lost: the next run records all missing days. */
export const recordMarketJob: JobKind<Deps, object> = defineJob({
  kind: 'record-market',
  payload: z.object({}),
  everyMs: 3_600_000,
  run: (deps: Deps) => recordMarket(deps),
});
