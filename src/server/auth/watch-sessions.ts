/** Ends long-lived connections together with the session or API token that opened them, on every process. */
import type { Logger } from '~/server/lib/logger';
import type { Bus } from '~/server/realtime/bus';
import type { AccountSignal } from '~/server/realtime/events';

/** Finds sessions that ended without a signal: expired ones, and those that ended while the bus was away. */
const checkMs = 10_000;

interface Settings {
  bus: Bus;
  logger: Logger;
}

/** Passes on account signals, and checks regularly. Returns the function that ends this. */
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

/** Aborts a streamed response when the user is no longer signed in. Returns the function that ends this. */
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
