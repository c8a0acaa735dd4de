/** Levels of an index by day, and what the figures need of them. Fixed order: every machine gets the same numbers. */
import { addDays } from '~/shared/trading-day';

export interface Level {
  day: string;
  level: number;
}

/** A close that is older than this says nothing about a day. */
const mostDaysOld = 10;

/** 0.01 for +1%: from each level to the next. */
export const dailyChanges = (levels: readonly number[]): number[] =>
  levels.slice(1).map((level, index) => level / (levels[index] as number) - 1);

/** The last closing price up to each day; undefined before the first one and long after the last. */
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
