/** Triggers the recurring jobs of the mirror by name, because the jobs depend on the features that call this. */
import type { Deps } from '~/server/deps';

const delayMs = 300;

/** Call this after changes to mirrored data, to sync soon instead of in the next round. */
export const scheduleMirror = (deps: Deps): void => scheduleRun(deps, 'mirror.sync');

/** Call this if something at xAI was deleted externally, to compare soon. */
export const scheduleRepair = (deps: Deps): void => scheduleRun(deps, 'mirror.repair');

function scheduleRun({ env, jobs, background }: Deps, kind: 'mirror.sync' | 'mirror.repair'): void {
  if (!env.xaiMirror) return;
  background.run('asking for an update of the mirror', () => jobs.runSoon({ kind }, delayMs));
}
