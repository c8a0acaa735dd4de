/**
 * When something that repeats is due: at a time of day in a time zone, whatever its offset is by then. A time that a
 * clock change skips is as much later as the clock is moved; one that comes twice is due the first time.
 */
export const frequencies = ['daily', 'weekly', 'monthly'] as const;

export interface ScheduleTiming {
  frequency: (typeof frequencies)[number];
  /** Of weekly ones; 1 is Monday. */
  weekday?: number | null | undefined;
  /** Of monthly ones; the last day of shorter months. */
  dayOfMonth?: number | null | undefined;
  /** As in 08:00. */
  time: string;
  /** An IANA name. */
  timeZone: string;
}

interface Day {
  year: number;
  /** From 1. */
  month: number;
  day: number;
}

const dayMs = 86_400_000;
/** A month, and the day that a clock change may add. */
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

/** The first time after `after`. */
export function nextTime(timing: ScheduleTiming, after: Date): Date {
  const [hour = 0, minute = 0] = timing.time.split(':').map(Number);
  const today = dayOf(wallOf(after.getTime(), timing.timeZone));
  // From yesterday: a skipped time of the last day may still be to come.
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

/** The earliest moment at which clocks of the zone show this wall time, or would without the change that skips it. */
function instantOf(wall: number, timeZone: string): number {
  const before = offsetAt(wall - dayMs, timeZone);
  const moments = [before, offsetAt(wall + dayMs, timeZone)].map((offset) => wall - offset);
  const shown = moments.filter((moment) => wallOf(moment, timeZone) === wall);
  return shown.length > 0 ? Math.min(...shown) : wall - before;
}

const offsetAt = (moment: number, timeZone: string): number => wallOf(moment, timeZone) - moment;

/** What clocks of the zone show, to the second, as if it were UTC. */
function wallOf(moment: number, timeZone: string): number {
  const second = Math.floor(moment / 1000) * 1000;
  const parts = formatOf(timeZone).formatToParts(second);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const numeric = 'numeric' as const;
  const clock = { hour: numeric, minute: numeric, second: numeric, hourCycle: 'h23' as const };
  const date = { calendar: 'gregory', year: numeric, month: numeric, day: numeric };
  const made = new Intl.DateTimeFormat('en-US', { timeZone, ...date, ...clock });
  // Bounded: names in any spelling are accepted.
  if (formats.size >= 200) formats.clear();
  formats.set(timeZone, made);
  return made;
}
