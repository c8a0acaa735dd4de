/** How long to wait before a process that ended is replaced. */

const shortestMs = 100;
const longestMs = 30_000;
/** A process that ran for this long had started properly. */
const stableAfterMs = 60_000;

/** Doubles with each consecutive exit. The returned `failures` includes this one. */
export function restartPauseMs(failuresBefore: number, uptimeMs: number): { failures: number; pauseMs: number } {
  const failures = uptimeMs >= stableAfterMs ? 1 : failuresBefore + 1;
  return { failures, pauseMs: Math.min(longestMs, shortestMs * 2 ** (failures - 1)) };
}
