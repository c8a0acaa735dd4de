/** Which signals stop the server, and which stop it at once. */

/**
 * One stop request may send several signals: Ctrl-C reaches every process of the terminal, npm forwards its own, and
 * supervisors signal the whole group. Signals within this time count as one request.
 */
export const sameRequestMs = 2000;

export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

interface Signals {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
}

/**
 * Calls `stop` once, at the first signal. A later request means that the operator does not want to wait: calls
 * `giveUp`. SIGHUP (the terminal or npm is gone) only ever stops, because no operator is left who could be waiting.
 */
export function onStopSignals(
  actions: { stop(signal: NodeJS.Signals): void; giveUp(): void },
  source: Signals = process,
): void {
  let stoppedAt: number | undefined;
  for (const name of stopSignals) {
    source.on(name, () => {
      if (stoppedAt === undefined) {
        stoppedAt = performance.now();
        actions.stop(name);
      } else if (name !== 'SIGHUP' && performance.now() - stoppedAt > sameRequestMs) {
        actions.giveUp();
      }
    });
  }
}
