import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { proveInBitcoin } from './bitcoin-proofs';

/** A hash is submitted once a day. It takes hours until a block contains it, so calendars are asked again each hour. */
export const bitcoinProofsJob: JobKind<Deps, object> = defineJob({
  kind: 'bitcoin-proofs',
  payload: z.object({}),
  everyMs: 3_600_000,
  firstPauseMs: 300_000,
  run: (deps: Deps, _payload, { signal }) => proveInBitcoin(deps, signal),
});
