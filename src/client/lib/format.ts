/** Numbers and dates as the interface shows them. All of them take what the server sends: bytes and Dates. */
import { formatDay } from '~/shared/figure-text';

export {
  formatDay,
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

/** 'Nov 20', with its year when that is another one than this. */
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

/** The calendar day of a moment where the reader is, as 'yyyy-mm-dd': also what a date field takes. */
export function ownDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** When something was: '3:59 PM' where it was today, else '20 Nov 2026, 3:59 PM'. In the reader's own time. */
export function formatMoment(date: Date, now = new Date()): string {
  if (date.toDateString() === now.toDateString()) return formatTime(date);
  return `${formatDay(ownDay(date))}, ${formatTime(date)}`;
}

/** '22 Nov 2026, 15:04 UTC': the same words for everybody. */
export const formatInstant = (date: Date): string =>
  `${formatDay(date.toISOString().slice(0, 10))}, ${date.toISOString().slice(11, 16)} UTC`;

/** A mark on the axis of a chart: '2024' where a year begins, 'Mar' where a month does, else '05 Mar'. */
export function formatTick(date: Date): string {
  const [dayOfMonth, month, year] = formatDay(date.toISOString().slice(0, 10)).split(' ');
  if (dayOfMonth !== '01') return `${dayOfMonth} ${month}`;
  return (month === 'Jan' ? year : month) ?? '';
}

/** Controls, and the characters that make a name read differently from how it is written. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose.
const misleading = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** A file's name as it is safe to show: 'invoice\u202efdp.exe' must not read as a PDF. */
export function plainFileName(name: string): string {
  return name.replace(misleading, '') || 'file';
}
