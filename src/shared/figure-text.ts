/** Formats days, times and figures for pages and texts, both in the browser and on the server. */
import { utcDay } from './utc-day';

export const shortMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats '2024-03-05' as '05 Mar 2024'. */
export function formatDay(day: string): string {
  const [year, month, dayOfMonth] = day.slice(0, 10).split('-');
  return `${dayOfMonth} ${shortMonths[Number(month) - 1]} ${Number(year)}`;
}

/** '05 Mar 2024, 14:30 UTC', the same in every time zone. */
export const formatInstant = (date: Date): string =>
  `${formatDay(utcDay(date))}, ${date.toISOString().slice(11, 16)} UTC`;

/** Formats '17341.22' as '$17,341.22', for totals. */
export const formatSum = (sum: string): string => `$${grouped(sum)}`;

/** Formats '12345.6' as '12,345.6'. */
const grouped = (decimal: string): string => decimal.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');

/** Formats shares with all eight decimals, so that the numbers of a column align at the decimal point. */
export function alignedShares(shares: string): string {
  const [whole, decimals = ''] = shares.split('.');
  return `${whole}.${decimals.padEnd(8, '0')}`;
}

/** '+10.96%', '-3.20%', '+1,234.50%', '+0.00%', or '-' if unknown. */
export function formatPercent(percent: string | null | undefined): string {
  if (!percent) return '-';
  return `${isLoss(percent) ? '' : '+'}${grouped(isLoss(percent) ? percent : percent.replace(/^[+-]/, ''))}%`;
}

/** For display: with a real minus sign, which is as wide as a plus. Files and the API keep the hyphen. */
export const shownPercent = (percent: string | null | undefined): string =>
  formatPercent(percent).replace(/^-(?=\d)/, '\u2212');

/** A figure that is not a gain, for display: '1,234.50', '−0.27', '−9.40%', or '-' if unknown. */
export const shownDecimal = (decimal: string | null | undefined, unit: '' | '%' = ''): string =>
  decimal ? `${grouped(isLoss(decimal) ? decimal : decimal.replace(/^-/, '')).replace(/^-/, '\u2212')}${unit}` : '-';

/** Whether the rounded figure is negative: '-0.00' is not a loss. */
export function isLoss(percent: string): boolean {
  return percent.startsWith('-') && /[1-9]/.test(percent);
}
