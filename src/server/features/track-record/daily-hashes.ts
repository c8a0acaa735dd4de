/** The ledger's hash at the end of each day: one line a day, for copies that this server can't alter. */

import type { Deps } from '~/server/deps';
import { addDays } from '~/shared/trading-day';
import { utcDay } from '~/shared/utc-day';

export interface DailyHash {
  /** In UTC. */
  day: string;
  /** The last entry up to the end of that day. */
  seq: string;
  hash: string;
}

/** From the first entry's day until today, oldest first. A day without an entry repeats the hash of the day before. */
export async function readDailyHashes({ db }: Pick<Deps, 'db'>, now = new Date()): Promise<DailyHash[]> {
  const rows = await db.sql<DailyHash>`
    SELECT DISTINCT ON (day) day, seq::text AS seq, hash
    FROM (SELECT (at AT TIME ZONE 'UTC')::date::text AS day, seq, hash FROM ledger_events) AS entries
    ORDER BY day, entries.seq DESC`;
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return [];
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const today = utcDay(now);
  // Includes the newest entry even if the clock was set back.
  const end = last.day > today ? last.day : today;
  const days: DailyHash[] = [];
  for (let day = first.day, head = first; day <= end; day = addDays(day, 1)) {
    head = byDay.get(day) ?? head;
    days.push({ ...head, day });
  }
  return days;
}

/** '2026-11-22 17 3f9d…': the format must never change, because old copies are compared with new ones. */
export const hashLine = ({ day, seq, hash }: DailyHash): string => `${day} ${seq} ${hash}`;
