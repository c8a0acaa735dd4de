import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { timestampLedger } from './timestamp-ledger';

/**
 * At most once an hour, and only if the ledger has grown: its closing prices alone make that once a trading day. After a
 * failure again in five minutes, then less and less often.
 */
export const timestampLedgerJob: JobKind<Deps, object> = defineJob({
  kind: 'timestamp-ledger',
  payload: z.object({}),
  everyMs: 3_600_000,
  firstPauseMs: 300_000,
  run: (deps: Deps, _payload, { signal }) => timestampLedger(deps, signal),
});
