/** When a backup is due. All times are UTC, and `now` is the database's clock, which all machines share. */
import { dayMs } from '~/shared/utc-day';

/** Delay after a failure, long enough not to fill the disk again and again. */
const retryMs = 30 * 60_000;

export interface LastBackup {
  startedAt: Date;
  /** Null if it succeeded. */
  failedAt: Date | null;
}

/** The scheduled times of the days around `now`, sorted. */
function momentsAround(times: readonly string[], now: Date): number[] {
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs;
  const minutes = times.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  return [-1, 0, 1].flatMap((day) => minutes.map((m) => midnight + day * dayMs + m * 60_000)).sort((a, b) => a - b);
}

export const nextTime = (times: readonly string[], now: Date): Date =>
  new Date(momentsAround(times, now).find((moment) => moment > now.getTime()) ?? now.getTime() + dayMs);

export function isDue(times: readonly string[], last: LastBackup | null, now: Date): boolean {
  // A start in the future was recorded before the clock was set back. Waiting for it could take years.
  if (!last || last.startedAt > now) return true;
  if (last.failedAt) return last.failedAt > now || now.getTime() - last.failedAt.getTime() >= retryMs;
  const latest = momentsAround(times, now).findLast((moment) => moment <= now.getTime()) ?? 0;
  return last.startedAt.getTime() < latest;
}
