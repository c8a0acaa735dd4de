import type { Deps } from './deps';
import { pruneAudit } from './features/audit/audit.service';
import { forgetUnknownTickers } from './features/prices/price-store';

const everyMs = 3_600_000;

/**
 * Once an hour, removes what has outlived its time. A session that is used again is removed when it is found. In plain
 * SQL, since the first look is at the start: Prisma's query compiler takes as much memory as the rest of an idle server.
 */
export function startHousekeeping(deps: Deps): void {
  const { sessions, db, logger } = deps;
  const tidy = async () => {
    await sessions
      .deleteExpiredSessions()
      .catch((error) => logger.warn({ err: error }, 'expired sessions stay for another hour'));
    await db.sql`DELETE FROM email_links WHERE expires_at < now()`.catch((error) =>
      logger.warn({ err: error }, 'failed to delete expired email links; trying again in an hour'),
    );
    // Written by servers of the version before this one only.
    await db.sql`DELETE FROM password_resets WHERE expires_at < now()`.catch((error) =>
      logger.warn({ err: error }, 'failed to delete expired password reset links; trying again in an hour'),
    );
    await forgetUnknownTickers(db).catch((error) =>
      logger.warn({ err: error }, 'tickers that nobody knows stay for another hour'),
    );
    await pruneAudit(deps).catch((error) => logger.warn({ err: error }, 'old audit events stay for another hour'));
  };
  setInterval(() => void tidy(), everyMs).unref();
  void tidy();
}
