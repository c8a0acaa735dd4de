/** Levels of an index by day, and helpers to calculate figures from them. The order is fixed for the same result anywhere. */
import { addDays } from '~/shared/trading-day';

export interface Level {
  day: string;
  level: number;
}

/** Older closing prices are not used for a day. */
const mostDaysOld = 10;

/** The change from each level to the next: 0.01 for +1%. */
export const dailyChanges = (levels: readonly number[]): number[] =>
  levels.slice(1).map((level, index) => level / (levels[index] as number) - 1);

/** The last closing price up to each day; undefined before the first one, and if the last one is too old. */
export function closesOn(
  days: readonly string[],
  closes: readonly { day: string; close: string }[],
): (number | undefined)[] {
  let next = 0;
  return days.map((day) => {
    while (next < closes.length && (closes[next] as { day: string }).day <= day) next++;
    const last = closes[next - 1];
    return last && last.day >= addDays(day, -mostDaysOld) ? Number(last.close) : undefined;
  });
}

export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
