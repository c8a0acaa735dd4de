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
  return isMidnight(moment) ? moment.toISOString().slice(0, 10) : dayInNewYork(moment.getTime());
}

/** New York's day of a moment by a clock, also at midnight UTC: such a time was not picked. */
export const momentDay = (iso: string): string => dayInNewYork(Date.parse(iso));

function dayInNewYork(time: number): string {
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

/** Calendar days from one day to another; below zero when the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((midnightOf(to).getTime() - midnightOf(from).getTime()) / dayMs);

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

const newYorkTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/**
 * The first day whose market close is after a moment by a clock. Exchanges close at 16:00 in New York, and at 13:00 on
 * the day after Thanksgiving, Christmas Eve and the day before Independence Day.
 */
export function firstCloseAfter(iso: string): string {
  const day = momentDay(iso);
  return newYorkTime.format(Date.parse(iso)) < closingTime(day) ? day : addDays(day, 1);
}

function closingTime(day: string): string {
  const [month, date] = [day.slice(5, 7), Number(day.slice(8))];
  const isFriday = midnightOf(day).getUTCDay() === 5;
  const isShort =
    (month === '11' && isFriday && date >= 23 && date <= 29) ||
    (month === '12' && date === 24) ||
    (month === '07' && date === 3);
  return isShort ? '13:00' : '16:00';
}
