/** The date in a user's time zone, formatted for models. */
import { LRUCache } from 'lru-cache';

interface Formats {
  timeZone: string;
  day: Intl.DateTimeFormat;
  weekday: Intl.DateTimeFormat;
}

/** Creating a formatter takes longer than the rest of the system prompt. */
const formats = new LRUCache<string, Formats>({ max: 100 });

/** For example "2026-11-22, Sunday (Europe/Berlin)". UTC if the server does not know the time zone. */
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
