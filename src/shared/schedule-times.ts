/**
 * The due times of schedules, as a time of day in a time zone. A time that a clock change skips is delayed by the
 * length of the change; a time that occurs twice is due the first time.
 */
import { dayMs } from './utc-day';

export const frequencies = ['daily', 'weekly', 'monthly'] as const;

export interface ScheduleTiming {
  frequency: (typeof frequencies)[number];
  /** For weekly schedules; 1 is Monday. */
  weekday?: number | null | undefined;
  /** For monthly schedules; shorter months use their last day. */
  dayOfMonth?: number | null | undefined;
  /** For example '08:00'. */
  time: string;
  /** IANA time zone name. */
  timeZone: string;
}

interface Day {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

/** The longest month, and extra days for clock changes. */
const daysAhead = 33;
const formats = new Map<string, Intl.DateTimeFormat>();

export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The first due time after `after`. */
export function nextTime(timing: ScheduleTiming, after: Date): Date {
  const [hour = 0, minute = 0] = timing.time.split(':').map(Number);
  const today = dayOf(wallOf(after.getTime(), timing.timeZone));
  // Starts yesterday, because a skipped time of that day may still be due.
  for (let ahead = -1; ahead <= daysAhead; ahead++) {
    const day = dayOf(Date.UTC(today.year, today.month - 1, today.day + ahead));
    if (!isDue(timing, day)) continue;
    const at = instantOf(Date.UTC(day.year, day.month - 1, day.day, hour, minute), timing.timeZone);
    if (at > after.getTime()) return new Date(at);
  }
  throw new Error(`No time follows for ${JSON.stringify(timing)}`);
}

function isDue({ frequency, weekday, dayOfMonth }: ScheduleTiming, { year, month, day }: Day): boolean {
  if (frequency === 'daily') return true;
  if (frequency === 'weekly') return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7) === (weekday ?? 1);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day === Math.min(dayOfMonth ?? 1, last);
}

function dayOf(wall: number): Day {
  const date = new Date(wall);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The earliest instant of a local time. A time skipped by a clock change is treated as if there were no change. */
function instantOf(wall: number, timeZone: string): number {
  const before = offsetAt(wall - dayMs, timeZone);
  const moments = [before, offsetAt(wall + dayMs, timeZone)].map((offset) => wall - offset);
  const candidates = moments.filter((moment) => wallOf(moment, timeZone) === wall);
  return candidates.length > 0 ? Math.min(...candidates) : wall - before;
}

const offsetAt = (moment: number, timeZone: string): number => wallOf(moment, timeZone) - moment;

/** The local time of an instant, to the second, as a UTC timestamp. */
function wallOf(moment: number, timeZone: string): number {
  const second = Math.floor(moment / 1000) * 1000;
  const parts = formatOf(timeZone).formatToParts(second);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const numeric = 'numeric' as const;
  const clock = { hour: numeric, minute: numeric, second: numeric, hourCycle: 'h23' as const };
  const date = { calendar: 'gregory', year: numeric, month: numeric, day: numeric };
  const format = new Intl.DateTimeFormat('en-US', { timeZone, ...date, ...clock });
  // Bounds the cache, because time zone names are accepted in any case.
  if (formats.size >= 200) formats.clear();
  formats.set(timeZone, format);
  return format;
}
