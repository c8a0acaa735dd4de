/** Parses dates in other programs' files into days or times in ISO 8601. */
import { isDay } from '~/shared/trading-day';
import { NotImported } from './transactions';

const yearLast = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;
const yearFirst = /^(\d{4})[/-]?(\d{2})[/-]?(\d{2})$/;

type DateOrder = 'day first' | 'month first';

/** The day comes first unless a date such as 03/25/2024 shows that the month does, and none shows the opposite. */
export function orderOf(texts: readonly string[]): DateOrder {
  const isAbove12 = (part: 1 | 2) => texts.some((text) => Number(yearLast.exec(text)?.[part]) > 12);
  return isAbove12(2) && !isAbove12(1) ? 'month first' : 'day first';
}

/**
 * Accepts 20240131, 2024-01-31, 2024/01/31 or a time; 31.01.2024 or 01/31/2024 for programs that write the year last.
 * A time without a zone is dropped, because its day is the one that was entered.
 */
export function dateOf(text: string, order?: DateOrder): string {
  const whole = yearFirst.exec(text);
  const [, first = '', second = '', year = ''] = (order && yearLast.exec(text)) ?? [];
  const [day, month] = order === 'month first' ? [second, first] : [first, second];
  const found = whole
    ? `${whole[1]}-${whole[2]}-${whole[3]}`
    : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (isDay(found)) return found;
  const [, typed = '', time = ''] = /^(\S{10})[T ](\d{2}:\d{2}.*)$/.exec(text) ?? [];
  if (typed && !/(Z|[+-]\d{2}:?\d{2})$/.test(time)) return dateOf(typed, order);
  if (typed && isDay(typed) && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new NotImported(text === '' ? 'The row has no date' : `${text.slice(0, 30)} is not a date`);
}
