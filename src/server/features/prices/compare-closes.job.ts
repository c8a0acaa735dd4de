import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { compareCloses } from './compare-closes';

/** Runs hourly. Each ticker is compared once per trading day. */
export const compareClosesJob: JobKind<Deps, object> = defineJob({
  kind: 'compare-closes',
  payload: z.object({}),
  everyMs: 3_600_000,
  run: (deps: Deps, _payload, { signal }) => compareCloses(deps, signal),
});
