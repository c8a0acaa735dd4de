/** Which signals mean that the server shall stop, and which that it shall stop at once. */

/**
 * One wish to stop may arrive several times: Ctrl-C reaches every process of the terminal, and npm passes its own on;
 * supervisors signal the whole group. What comes within this time is the same wish.
 */
export const sameWishMs = 2000;

interface Signals {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
}

/**
 * Calls `stop` once, at the first signal. Who asks again later is impatient: `giveUp`. That nobody is left who could ask
 * (SIGHUP: the terminal or npm is gone) is a reason to stop, never one to hurry.
 */
export function onStopSignals(
  actions: { stop(signal: NodeJS.Signals): void; giveUp(): void },
  source: Signals = process,
): void {
  let stoppedAt: number | undefined;
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    source.on(name, () => {
      if (stoppedAt === undefined) {
        stoppedAt = performance.now();
        actions.stop(name);
      } else if (name !== 'SIGHUP' && performance.now() - stoppedAt > sameWishMs) {
        actions.giveUp();
      }
    });
  }
}
