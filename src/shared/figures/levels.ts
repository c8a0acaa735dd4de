/**
 * Index levels by day, and their daily changes. The order of operations is fixed, for equal results on all machines.
 */
import { addDays } from '~/shared/trading-day';

export interface Level {
  day: string;
  level: number;
}

/** In days. An older closing price is not used. */
const maxDaysOld = 10;

/** The relative change from each level to the next: 0.01 means +1%. */
export const dailyChanges = (levels: readonly number[]): number[] =>
  levels.slice(1).map((level, index) => level / (levels[index] as number) - 1);

/** The latest closing price on each day; undefined before the first price and more than ten days after the last. */
export function closesOn(
  days: readonly string[],
  closes: readonly { day: string; close: string }[],
): (number | undefined)[] {
  let next = 0;
  return days.map((day) => {
    while (next < closes.length && (closes[next] as { day: string }).day <= day) next++;
    const last = closes[next - 1];
    return last && last.day >= addDays(day, -maxDaysOld) ? Number(last.close) : undefined;
  });
}

export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
