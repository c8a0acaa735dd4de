/** Formats days and figures for pages, both in the browser and on the server. */
const dayParts = new Intl.DateTimeFormat('en-US', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** '2024-03-05' as '05 Mar 2024'. */
export function formatDay(day: string): string {
  const parts = Object.fromEntries(dayParts.formatToParts(new Date(day)).map(({ type, value }) => [type, value]));
  return `${parts.day} ${parts.month} ${parts.year}`;
}

/** '17341.22' as '$17,341.22', for sums of several positions. */
export const formatSum = (sum: string): string => `$${grouped(sum)}`;

/** '12345.6' as '12,345.6'. */
const grouped = (decimal: string): string => decimal.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');

/** '+10.96%', '-3.20%', '+1,234.50%', '+0.00%'; '-' if unknown. */
export function formatPercent(percent: string | null | undefined): string {
  if (!percent) return '-';
  return `${isLoss(percent) ? '' : '+'}${grouped(isLoss(percent) ? percent : percent.replace(/^[+-]/, ''))}%`;
}

/** The same for screens: with a minus sign, which is as wide as a plus. Files and the API keep the hyphen. */
export const shownPercent = (percent: string | null | undefined): string =>
  formatPercent(percent).replace(/^-(?=\d)/, '\u2212');

/** '1,234.50', '−0.27', or '−9.40%' with a unit: figures that are not gains and have no plus sign. '-' if unknown. */
export const shownDecimal = (decimal: string | null | undefined, unit: '' | '%' = ''): string =>
  decimal ? `${grouped(isLoss(decimal) ? decimal : decimal.replace(/^-/, '')).replace(/^-/, '\u2212')}${unit}` : '-';

/** Negative after rounding: '-0.00' is not a loss. */
export function isLoss(percent: string): boolean {
  return percent.startsWith('-') && /[1-9]/.test(percent);
}
