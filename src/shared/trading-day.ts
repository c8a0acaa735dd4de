/**
 * Days as 'yyyy-mm-dd', the way an exchange counts them. A date that a person picks is stored as midnight UTC of that
 * day; any other moment belongs to the day it has in New York, where the book's prices are made: a position closed at
 * nine in the evening there is closed on that day, though it is tomorrow in UTC.
 */
const dayMs = 86_400_000;
const hourMs = 3_600_000;

const newYork = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
/** By hour, since the time there differs from UTC by whole hours: formatting is slow, and a book is long. */
const byHour = new Map<number, string>();
const mostHours = 50_000;

export function tradingDay(moment: Date): string {
  const time = moment.getTime();
  if (isMidnight(moment)) return moment.toISOString().slice(0, 10);
  const hour = Math.floor(time / hourMs);
  let day = byHour.get(hour);
  if (day === undefined) {
    if (byHour.size >= mostHours) byHour.clear();
    day = newYork.format(hour * hourMs);
    byHour.set(hour, day);
  }
  return day;
}

/** Midnight UTC of a day: how a picked date is sent and stored. */
export const midnightOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

export const addDays = (day: string, days: number): string =>
  new Date(midnightOf(day).getTime() + days * dayMs).toISOString().slice(0, 10);

/** Whether the text is a day of the calendar: no 30 February. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;

/**
 * The last moment that is "today" for somebody: at UTC+14 the day begins fourteen hours before it does in UTC, and a
 * picked date is sent as midnight UTC.
 */
export const latestToday = (now: number): number => now + 14 * hourMs;

/** Whether it is a picked day. */
export const isMidnight = (date: Date): boolean => date.getTime() % dayMs === 0;
