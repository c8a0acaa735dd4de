/** Checks what the timestamp authorities answered last. They are not asked: each request leaves a trace there. */
import type { Session } from '~/server/db/session';
import { type Finding, ok, warn } from './finding';

const check = 'timestamps';

export async function checkTimestamps(authorities: readonly string[], session: Session): Promise<Finding> {
  if (authorities.length === 0) return ok(check, 'off (only this server says when entries were recorded)');
  const rows = await session.query(
    `SELECT DISTINCT ON (authority) authority, response IS NOT NULL AS is_signed, failure
     FROM ledger_timestamps ORDER BY authority, id DESC`,
  );
  const failed = rows.filter(({ is_signed }) => !is_signed);
  if (failed.length > 0)
    return warn(
      check,
      failed.map(({ authority, failure }) => `${authority}: ${failure}`).join(' '),
      'Check the network and TIMESTAMP_AUTHORITIES. The server tries again every hour, and the track record shows the failure.',
    );
  return ok(check, rows.length > 0 ? `signed by ${rows.map(({ authority }) => authority).join(', ')}` : 'none yet');
}
