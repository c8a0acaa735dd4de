/** Days and figures as pages show them, those of the browser and those that the server writes. */
const dayParts = new Intl.DateTimeFormat('en-US', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** '05 Mar 2024' of a calendar day, '2024-03-05'. */
export function formatDay(day: string): string {
  const parts = Object.fromEntries(dayParts.formatToParts(new Date(day)).map(({ type, value }) => [type, value]));
  return `${parts.day} ${parts.month} ${parts.year}`;
}

/** '$17,341.22' of '17341.22', for sums of several positions. */
export const formatSum = (sum: string): string => `$${grouped(sum)}`;

/** '12,345.6' of '12345.6'. */
const grouped = (decimal: string): string => decimal.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');

/** '+10.96%', '-3.20%', '+1,234.50%', '+0.00%'; '-' where nothing is known. */
export function formatPercent(percent: string | null | undefined): string {
  if (!percent) return '-';
  return `${isLoss(percent) ? '' : '+'}${grouped(isLoss(percent) ? percent : percent.replace(/^[+-]/, ''))}%`;
}

/** The same as a screen shows it: with a minus sign, which is as wide as a plus. Files and the API keep the hyphen. */
export const shownPercent = (percent: string | null | undefined): string =>
  formatPercent(percent).replace(/^-(?=\d)/, '\u2212');

/** '1,234.50', '−0.27', and '−9.40%' with a sign behind: a figure that is no gain. '-' where nothing is known. */
export const shownDecimal = (decimal: string | null | undefined, unit: '' | '%' = ''): string =>
  decimal ? `${grouped(isLoss(decimal) ? decimal : decimal.replace(/^-/, '')).replace(/^-/, '\u2212')}${unit}` : '-';

/** Below zero once it is rounded: '-0.00' is no loss. */
export function isLoss(percent: string): boolean {
  return percent.startsWith('-') && /[1-9]/.test(percent);
}
