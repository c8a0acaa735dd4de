import type { Period } from '~/shared/schemas/figures';
import { addDays } from '~/shared/trading-day';
import { utcDay } from '~/shared/utc-day';
import type { Level } from './levels';

const months: Partial<Record<Period, number>> = { '1M': 1, '1Y': 12, '3Y': 36 };

/** The day at whose close a period starts; undefined for all days. */
export function startOf(period: Period, lastDay: string): string | undefined {
  if (period === 'all') return undefined;
  if (period === 'YTD') return `${Number(lastDay.slice(0, 4)) - 1}-12-31`;
  return monthsBefore(lastDay, months[period] ?? 0);
}

/** The index of the last level up to the period's start, or undefined if there is none. */
export function baseOf(period: Period, levels: readonly Pick<Level, 'day'>[]): number | undefined {
  const last = levels.at(-1);
  if (!last) return undefined;
  const start = startOf(period, last.day);
  if (start === undefined) return 0;
  const place = levels.findLastIndex(({ day }) => day <= start);
  return place < 0 ? undefined : place;
}

/** The same day of an earlier month, or that month's last day: one month before 31 March is 28 or 29 February. */
export function monthsBefore(day: string, count: number): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const first = utcDay(new Date(Date.UTC(year, month - 1 - count, 1)));
  const lastOfMonth = addDays(utcDay(new Date(Date.UTC(year, month - count, 1))), -1);
  const same = `${first.slice(0, 8)}${day.slice(8)}`;
  return same < lastOfMonth ? same : lastOfMonth;
}
