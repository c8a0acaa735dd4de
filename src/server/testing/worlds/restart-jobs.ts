import type { Deps } from '~/server/deps';
import { jobKinds } from '~/server/features/job-kinds';

/** Hands running jobs back, as a stopping process does, and runs them again. */
export async function restartJobs(deps: Deps): Promise<void> {
  await deps.jobs.stop();
  await deps.jobs.start({ kinds: jobKinds, needs: deps, recurring: false });
}
