/**
 * Trading days as 'yyyy-mm-dd'. A picked date is stored as midnight UTC of that day. Any other time belongs to its day
 * in New York, where the portfolio's prices are from: a position closed there at 21:00 is closed on that day, although
 * it is already the next one in UTC.
 */
import { dayMs, utcDay } from './utc-day';

const hourMs = 3_600_000;

const newYork = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
/** Cached by hour, because formatting is slow. New York's offset from UTC is a whole number of hours. */
const byHour = new Map<number, string>();
const maxHours = 50_000;

export function tradingDay(moment: Date): string {
  return isMidnight(moment) ? utcDay(moment) : dayInNewYork(moment.getTime());
}

/** New York's day of a recorded time. Unlike for picked dates, midnight UTC is not special. */
export const momentDay = (iso: string): string => dayInNewYork(Date.parse(iso));

function dayInNewYork(time: number): string {
  const hour = Math.floor(time / hourMs);
  let day = byHour.get(hour);
  if (day === undefined) {
    if (byHour.size >= maxHours) byHour.clear();
    day = newYork.format(hour * hourMs);
    byHour.set(hour, day);
  }
  return day;
}

/** Midnight UTC of a day: the format of picked dates. */
export const midnightOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

export const addDays = (day: string, days: number): string =>
  utcDay(new Date(midnightOf(day).getTime() + days * dayMs));

/** Days without a value don't count. */
export const earlierDay = (day: string, other: string | null | undefined): string =>
  other != null && other < day ? other : day;

/** Calendar days between two days; negative if the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((midnightOf(to).getTime() - midnightOf(from).getTime()) / dayMs);

/** Without both days. */
export function weekdaysBetween(after: string, before: string): string[] {
  const days: string[] = [];
  for (let day = addDays(after, 1); day < before; day = addDays(day, 1))
    if (![0, 6].includes(midnightOf(day).getUTCDay())) days.push(day);
  return days;
}

/** Whether the text is a valid calendar day, so not 30 February. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;

/**
 * The end of "today" in the earliest time zone: at UTC+14 the day starts 14 hours before UTC, and a picked date is sent
 * as midnight UTC.
 */
export const latestToday = (now: number): number => now + 14 * hourMs;

/**
 * Whether a position would end before it begins. A position with a picked purchase day can be closed as soon as that
 * day has begun somewhere, when it is still the day before in New York.
 */
export function isClosedBeforePurchase(closeDate: Date, purchaseDate: Date): boolean {
  if (tradingDay(closeDate) >= tradingDay(purchaseDate)) return false;
  return !isMidnight(purchaseDate) || purchaseDate.getTime() > latestToday(closeDate.getTime());
}

/**
 * The day on which a position was closed. One that was bought and closed while it was still the day before in New York
 * was closed on its purchase day.
 */
export function closeDayOf(closeDate: Date, purchaseDate: Date): string {
  const [closed, bought] = [tradingDay(closeDate), tradingDay(purchaseDate)];
  return closed < bought ? bought : closed;
}

/** Whether it is a picked day. */
export const isMidnight = (date: Date): boolean => date.getTime() % dayMs === 0;

const newYorkTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/**
 * The first day whose market close is after a recorded time. New York closes at 16:00, and at 13:00 on the day after
 * Thanksgiving, Christmas Eve and the day before Independence Day.
 */
export function firstCloseAfter(iso: string): string {
  const day = momentDay(iso);
  return newYorkTime.format(Date.parse(iso)) < closingTime(day) ? day : addDays(day, 1);
}

/**
 * When New York's market closes on a day: at 20:00 UTC in summer, 21:00 UTC in winter. It is also used for prices of
 * other exchanges, whose closing times aren't known: nearly all of them close earlier.
 */
export function marketCloseAt(day: string): Date {
  // Daylight saving time changes on Sundays, without a market close.
  const isDaylightTime = dayInNewYork(midnightOf(day).getTime() + 4 * hourMs) === day;
  return new Date(`${day}T${closingTime(day)}:00.000${isDaylightTime ? '-04:00' : '-05:00'}`);
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
