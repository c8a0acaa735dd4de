/** Wakes the recurring jobs of the mirror. By name: the jobs themselves depend on the features that call this. */
import type { Deps } from '~/server/deps';

const hurryMs = 300;

/** Something that may be mirrored has changed: follow soon rather than at the next round. */
export const mirrorSoon = (deps: Deps): void => hasten(deps, 'mirror.sync');

/** Something over there was deleted by others: compare soon. */
export const repairSoon = (deps: Deps): void => hasten(deps, 'mirror.repair');

function hasten({ env, jobs, background }: Deps, kind: 'mirror.sync' | 'mirror.repair'): void {
  if (!env.xaiMirror) return;
  background.run('asking for an update of the mirror', () => jobs.hasten({ kind }, hurryMs));
}
