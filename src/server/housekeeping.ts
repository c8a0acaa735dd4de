import type { Deps } from './deps';

const everyMs = 3_600_000;

/** Once an hour, removes the sessions that ran out unused; those that are used are removed when they are found. */
export function startHousekeeping({ sessions, logger }: Deps): void {
  const tidy = () =>
    sessions
      .deleteExpiredSessions()
      .catch((error) => logger.warn({ err: error }, 'expired sessions stay for another hour'));
  setInterval(() => void tidy(), everyMs).unref();
  void tidy();
}
