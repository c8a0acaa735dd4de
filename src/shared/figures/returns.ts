import { daysBetween } from '~/shared/trading-day';

const daysOfYear = 365;

/** The relative change over the levels: 0.25 means +25%. */
export const changeOf = (levels: readonly number[]): number => (levels.at(-1) as number) / (levels[0] as number) - 1;

/** The yearly return with the same result. Undefined up to a year, for which it would be a forecast. */
export function annualizedOf(change: number, from: string, to: string): number | undefined {
  const days = daysBetween(from, to);
  return days > daysOfYear ? (1 + change) ** (daysOfYear / days) - 1 : undefined;
}
