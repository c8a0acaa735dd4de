/** The usage periods to choose from, in UTC days. */
import { dayMs, utcDay } from './utc-day';

export const usagePeriods = ['this-month', 'last-month', 'last-30-days', 'last-365-days'] as const;
export type UsagePeriod = (typeof usagePeriods)[number];

const dayText = (time: number) => utcDay(new Date(time));

export function daysOfPeriod(period: UsagePeriod, now = new Date()): { from: string; to: string } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const today = now.getTime();
  switch (period) {
    case 'this-month':
      return { from: dayText(Date.UTC(year, month, 1)), to: dayText(today) };
    case 'last-month':
      return { from: dayText(Date.UTC(year, month - 1, 1)), to: dayText(Date.UTC(year, month, 0)) };
    case 'last-30-days':
      return { from: dayText(today - 29 * dayMs), to: dayText(today) };
    case 'last-365-days':
      return { from: dayText(today - 364 * dayMs), to: dayText(today) };
  }
}

/** All days from the first to the last, inclusive. */
export function everyDay({ from, to }: { from: string; to: string }): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  return Array.from({ length: count }, (_, index) => dayText(Date.parse(from) + index * dayMs));
}
