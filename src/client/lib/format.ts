/** Formats numbers and dates for the interface. Takes values as the server sends them: bytes and Dates. */

import { formatDay } from '~/shared/figure-text';
import { unsafeCharacters } from '~/shared/unsafe-characters';
import { utcDay } from '~/shared/utc-day';

export {
  alignedShares,
  formatDay,
  formatInstant,
  formatSum,
  isLoss,
  shownDecimal as formatDecimal,
  shownPercent as formatPercent,
} from '~/shared/figure-text';
export { formatFileSize } from '~/shared/file-size';

const locale = 'en-US';
const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', year: 'numeric' });
const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
const number = new Intl.NumberFormat(locale);

/** 'Nov 20, 2026' */
export function formatDate(date: Date): string {
  return day.format(date);
}

const dayOfYear = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });

/** 'Nov 20', with the year unless it is the current one. */
export function formatShortDate(date: Date, now = new Date()): string {
  return date.getFullYear() === now.getFullYear() ? dayOfYear.format(date) : formatDate(date);
}

/** '9:05 PM' */
export function formatTime(date: Date): string {
  return time.format(date).replace('\u202f', ' ');
}

/** 'Nov 20, 2026 at 9:05 PM' */
export function formatDateTime(date: Date): string {
  return `${formatDate(date)} at ${formatTime(date)}`;
}

/** '12,345' */
export function formatCount(count: number): string {
  return number.format(count);
}

/** The local calendar day as 'yyyy-mm-dd', the format of date fields. */
export function ownDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A local time: '3:59 PM' if it is today, else '20 Nov 2026, 3:59 PM'. */
export function formatMoment(date: Date, now = new Date()): string {
  if (date.toDateString() === now.toDateString()) return formatTime(date);
  return `${formatDay(ownDay(date))}, ${formatTime(date)}`;
}

/** A label on a chart's time axis: '2024' at the start of a year, 'Mar' at the start of a month, else '05 Mar'. */
export function formatTick(date: Date): string {
  const [dayOfMonth, month, year] = formatDay(utcDay(date)).split(' ');
  if (dayOfMonth !== '01') return `${dayOfMonth} ${month}`;
  return (month === 'Jan' ? year : month) ?? '';
}

/** A file name that is safe to show: 'invoice\u202efdp.exe' must not look like a PDF. */
export function plainFileName(name: string): string {
  return name.replace(unsafeCharacters, '') || 'file';
}
