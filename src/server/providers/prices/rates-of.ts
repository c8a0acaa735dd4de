import { PriceError, type ReportedHistory } from './types';

/** Daily exchange rates as a history. Throws `unknown_ticker` for a pair without rates. */
export function ratesOf(
  currency: string,
  days: ReportedHistory['closes'],
  { fromDay, today }: { fromDay: string; today: string },
): ReportedHistory {
  if (days.length === 0) throw new PriceError('unknown_ticker', 'The price provider has no data for this pair.');
  const inRange = new Map(days.filter(({ day }) => day >= fromDay && day < today).map((one) => [one.day, one]));
  return { currency, closes: [...inRange.values()].sort((a, b) => (a.day < b.day ? -1 : 1)), splits: [] };
}
