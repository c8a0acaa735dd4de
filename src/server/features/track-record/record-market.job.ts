import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { recordMarket } from './record-market';

/** Runs hourly, on one process. A pause loses nothing, because the next run records all missing days. */
export const recordMarketJob: JobKind<Deps, object> = defineJob({
  kind: 'record-market',
  payload: z.object({}),
  everyMs: 3_600_000,
  run: (deps: Deps) => recordMarket(deps),
});
