/** Parses dates in other programs' files into days or times in ISO 8601. */
import { isDay } from '~/shared/trading-day';
import { NotImported } from './transactions';

const dayFirst = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;
const yearFirst = /^(\d{4})[/-]?(\d{2})[/-]?(\d{2})$/;

/**
 * Accepts 20240131, 2024-01-31, 2024/01/31 or a time; 31.01.2024 for programs that write the day first. A time without
 * a zone is dropped, because its day is the one that was entered.
 */
export function dateOf(text: string, order?: 'day first'): string {
  const whole = yearFirst.exec(text);
  const [, day = '', month = '', year = ''] = (order && dayFirst.exec(text)) ?? [];
  const found = whole
    ? `${whole[1]}-${whole[2]}-${whole[3]}`
    : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (isDay(found)) return found;
  const [, typed = '', time = ''] = /^(\S{10})[T ](\d{2}:\d{2}.*)$/.exec(text) ?? [];
  if (typed && !/(Z|[+-]\d{2}:?\d{2})$/.test(time)) return dateOf(typed, order);
  if (typed && isDay(typed) && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new NotImported(text === '' ? 'The row has no date' : `${text.slice(0, 30)} is not a date`);
}
