import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { proveInBitcoin } from './bitcoin-proofs';

/** A hash is submitted once a day. A block contains it only hours later, so calendars are queried hourly. */
export const bitcoinProofsJob: JobKind<Deps, object> = defineJob({
  kind: 'bitcoin-proofs',
  payload: z.object({}),
  everyMs: 3_600_000,
  firstPauseMs: 300_000,
  run: (deps: Deps, _payload, { signal }) => proveInBitcoin(deps, signal),
});
