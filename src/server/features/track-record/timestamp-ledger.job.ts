import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { timestampLedger } from './timestamp-ledger';

/**
 * Runs at most hourly, and only if the ledger has grown, which closing prices alone cause once per trading day. After a
 * failure, retries in five minutes, then with increasing delays.
 */
export const timestampLedgerJob: JobKind<Deps, object> = defineJob({
  kind: 'timestamp-ledger',
  payload: z.object({}),
  everyMs: 3_600_000,
  firstPauseMs: 300_000,
  run: (deps: Deps, _payload, { signal }) => timestampLedger(deps, signal),
});
