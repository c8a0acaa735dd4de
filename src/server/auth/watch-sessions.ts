/** Ends long-lived connections together with the session or API token that opened them, on every process. */
import type { Logger } from '~/server/lib/logger';
import type { Bus } from '~/server/realtime/bus';
import type { AccountSignal } from '~/server/realtime/events';

/**
 * Interval of the check for sessions that ended without a signal: expired ones, and those that ended while the bus was
 * disconnected.
 */
const checkMs = 10_000;

interface Settings {
  bus: Bus;
  logger: Logger;
}

/** Forwards account signals, and checks regularly. Returns a function that stops both. */
export function watchSessions(
  { bus, logger }: Settings,
  onSignal: (signal: AccountSignal, check: () => void) => void,
  checkSessions: () => Promise<void>,
): () => void {
  const check = () =>
    void checkSessions().catch((error) => logger.warn({ err: error }, 'open sessions could not be checked'));
  const unsubscribe = bus.subscribe('accounts', (signal) => onSignal(signal, check));
  const timer = setInterval(check, checkMs);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}

/** Aborts a streamed response when the user is no longer signed in. Returns a function that stops watching. */
export function endWithSession(
  { deps, authenticate }: { deps: Settings; authenticate(): Promise<unknown> },
  userId: string | undefined,
  leave: AbortController,
): () => void {
  return watchSessions(
    deps,
    (signal, check) => {
      if (signal.userId === userId) check();
    },
    async () => {
      if (!(await authenticate())) leave.abort();
    },
  );
}
