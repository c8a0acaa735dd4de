import { daysBetween } from '~/shared/trading-day';

const daysOfYear = 365;

/** The change from the first level to the last: 0.25 for +25%. */
export const changeOf = (levels: readonly number[]): number => (levels.at(-1) as number) / (levels[0] as number) - 1;

/** The equivalent yearly return; undefined for a year or less, because that would be an extrapolation. */
export function annualizedOf(change: number, from: string, to: string): number | undefined {
  const days = daysBetween(from, to);
  return days > daysOfYear ? (1 + change) ** (daysOfYear / days) - 1 : undefined;
}
