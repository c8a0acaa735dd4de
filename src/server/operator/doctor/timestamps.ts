/** Reports the last result of each timestamp authority. Sends no requests, because each one leaves a trace there. */
import type { Session } from '~/server/db/session';
import { partFixes } from '~/server/features/status/part-status';
import { type Finding, ok, warn } from './finding';

const check = 'timestamps';

/**
 * Names as in the rows: host and path. One that is no longer configured gets no requests, so its last failure would
 * stay forever.
 */
const namesOf = (addresses: readonly string[]): string[] =>
  addresses.map((address) => {
    const { host, pathname } = new URL(address);
    return host + pathname.replace(/\/+$/, '');
  });

/** Switched off is not a warning, because it is the default. */
export async function checkCalendars(calendars: readonly string[], session: Session): Promise<Finding[]> {
  if (calendars.length === 0) return [];
  const rows = await session.query(
    `SELECT DISTINCT ON (calendar) calendar, failure FROM bitcoin_proofs WHERE rtrim(calendar, '/') = ANY($1)
     ORDER BY calendar, requested_at DESC, id DESC`,
    [namesOf(calendars)],
  );
  const failed = rows.filter(({ failure }) => failure !== null);
  if (failed.length === 0) return [ok('proofs in Bitcoin', rows.length > 0 ? 'submitted' : 'none yet')];
  const details = failed.map(({ calendar, failure }) => `${calendar}: ${failure}`).join(' ');
  const fix = 'Check the network and OPENTIMESTAMPS_CALENDARS. The track record shows the failure.';
  return [warn('proofs in Bitcoin', details, fix)];
}

export async function checkTimestamps(authorities: readonly string[], session: Session): Promise<Finding> {
  if (authorities.length === 0) return ok(check, 'off (only this server says when entries were recorded)');
  const rows = await session.query(
    `SELECT DISTINCT ON (authority) authority, response IS NOT NULL AS is_signed, failure
     FROM ledger_timestamps WHERE rtrim(authority, '/') = ANY($1) ORDER BY authority, id DESC`,
    [namesOf(authorities)],
  );
  const failed = rows.filter(({ is_signed }) => !is_signed);
  if (failed.length > 0)
    return warn(
      check,
      failed.map(({ authority, failure }) => `${authority}: ${failure}`).join(' '),
      partFixes.timestamps,
    );
  return ok(check, rows.length > 0 ? `signed by ${rows.map(({ authority }) => authority).join(', ')}` : 'none yet');
}
