/** The date in a user's time zone, as models are given it. */
import { LRUCache } from 'lru-cache';

interface Formats {
  timeZone: string;
  day: Intl.DateTimeFormat;
  weekday: Intl.DateTimeFormat;
}

/** Making a format takes longer than everything else that a system prompt needs. */
const formats = new LRUCache<string, Formats>({ max: 100 });

/** As in 2026-11-22, Sunday (Europe/Berlin). UTC where the time zone is unknown here. */
export function todayIn(wanted: string | undefined, now: Date): string {
  const { timeZone, day, weekday } = formatsOf(wanted ?? 'UTC');
  return `${day.format(now)}, ${weekday.format(now)} (${timeZone})`;
}

function formatsOf(wanted: string): Formats {
  const known = formats.get(wanted);
  if (known) return known;
  const made = makeFormats(wanted) ?? formatsOf('UTC');
  formats.set(wanted, made);
  return made;
}

function makeFormats(timeZone: string): Formats | null {
  try {
    return {
      timeZone,
      day: new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }),
      weekday: new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long' }),
    };
  } catch {
    return null;
  }
}
