/** Numbers and dates as the interface shows them. All of them take what the server sends: bytes and Dates. */
const sizeUnits = ['Bytes', 'KB', 'MB', 'GB'] as const;
const sizeStep = 1024;

/** '0 Bytes', '1.5 KB', '10 MB': at most two decimals, steps of 1024. */
export function formatFileSize(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes <= 0) return '0 Bytes';
  let unit = Math.min(Math.floor(Math.log(bytes) / Math.log(sizeStep)), sizeUnits.length - 1);
  unit = Math.max(unit, 0);
  let value = round(bytes / sizeStep ** unit);
  // 1048575 bytes round up to 1024 KB, which is said as 1 MB.
  if (value === sizeStep && unit < sizeUnits.length - 1) {
    unit += 1;
    value = 1;
  }
  return `${value} ${sizeUnits[unit]}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

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

const dayParts = new Intl.DateTimeFormat(locale, { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** '05 Mar 2024' of a calendar day, '2024-03-05'. */
export function formatDay(day: string): string {
  const parts = Object.fromEntries(dayParts.formatToParts(new Date(day)).map(({ type, value }) => [type, value]));
  return `${parts.day} ${parts.month} ${parts.year}`;
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

/** '$180.25' of '180.25'. Prices travel as exact decimals and are shown as they came, never through a float. */
export function formatUsd(price: string | null | undefined): string {
  return price ? `$${price}` : '-';
}

/** '$0.24' of '0.240000': amounts have two to six decimals. */
export const formatAmount = (amount: string): string => `$${amount.replace(/(\.\d\d\d*?)0+$/, '$1')}`;

/** '+10.96%', '-3.20%', '+0.00%'; '-' where nothing is known. */
export function formatPercent(percent: string | null | undefined): string {
  if (!percent) return '-';
  return `${isLoss(percent) ? '' : '+'}${isLoss(percent) ? percent : percent.replace(/^[+-]/, '')}%`;
}

/** Below zero once it is rounded: '-0.00' is no loss. */
export function isLoss(percent: string): boolean {
  return percent.startsWith('-') && /[1-9]/.test(percent);
}

/** Controls, and the characters that make a name read differently from how it is written. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose.
const misleading = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** A file's name as it is safe to show: 'invoice\u202efdp.exe' must not read as a PDF. */
export function plainFileName(name: string): string {
  return name.replace(misleading, '') || 'file';
}
