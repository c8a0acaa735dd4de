/** Validates one row of a file with the messages of the forms: returns a position, or why it can't be one. */
import type { z } from 'zod';
import { currencyName, isCurrency } from '~/shared/currencies';
import { formatPrice, parseClosePrice, parsePrice } from '~/shared/money';
import { positionFields } from '~/shared/schemas/positions';
import { thesisClaim } from '~/shared/schemas/theses';
import { isClosedBeforePurchase, isDay, latestToday, midnightOf } from '~/shared/trading-day';
import type { FileRow } from './file-row';

export interface ReadPosition {
  name: string;
  ticker: string;
  avgEntryPrice: string;
  purchaseDate: Date;
  status: 'open' | 'closed';
  closeDate: Date | null;
  closePrice: string | null;
  thesis?: string;
  /** Percent with two decimals. */
  weight?: string;
  /** Currency of the prices, if the file contains it. The portfolio uses the currency in which the ticker is quoted. */
  currency?: string;
}

/** An error in one row, with a message for the user. */
class RowProblem extends Error {}

export function readRow({ cells, problem, reason }: FileRow, now: number): ReadPosition | { problem: string } {
  if (problem ?? reason) return { problem: problem ?? reason ?? '' };
  try {
    const name = textOf(positionFields.name, cells.name);
    const ticker = textOf(positionFields.ticker, cells.ticker);
    const avgEntryPrice = priceOf('Entry price', cells.avgEntryPrice);
    const purchaseDate = dateOf('Purchase date', cells.purchaseDate, now);
    const thesis = textOf(thesisClaim, cells.thesis);
    const weight = weightOf(cells.weight);
    const currency = currencyOf(cells.currency);
    const closing = closingOf(cells, purchaseDate, now);
    return {
      name,
      ticker,
      avgEntryPrice,
      purchaseDate,
      ...closing,
      ...(thesis && { thesis }),
      ...(weight && { weight }),
      ...(currency && { currency }),
    };
  } catch (error) {
    if (error instanceof RowProblem) return { problem: error.message };
    throw error;
  }
}

function textOf(field: z.ZodType<string>, cell = ''): string {
  const { data, error } = field.safeParse(cell);
  if (data === undefined) throw new RowProblem(error?.issues[0]?.message ?? 'It cannot be read');
  return data;
}

/** "5%" is as clear as "5". */
function weightOf(cell = ''): string {
  const text = cell.replace(/\s*%$/, '');
  return text === '' ? '' : formatPrice(parsePrice(textOf(positionFields.weight, text)) ?? 0n);
}

function currencyOf(cell = ''): string {
  if (cell !== '' && !isCurrency(cell)) throw new RowProblem('Currency must be a code such as USD, EUR or GBp');
  return currencyName(cell);
}

/** "$180.25" is as clear as "180.25"; the meaning of "180,25" and "1,234.50" depends on the locale. */
function priceOf(label: string, cell = '', read = parsePrice): string {
  const text = cell.replace(/^\$\s*/, '');
  const cents = read(text);
  if (cents !== null) return formatPrice(cents);
  const words = `${label} must be a valid decimal`;
  if (/^\d+,\d+$/.test(text) || /^\d{1,3}(\.\d{3})+,\d+$/.test(text))
    throw new RowProblem(`${words}: write it with a point, 180.25 instead of 180,25`);
  if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text))
    throw new RowProblem(`${words}: write it without thousands separators, 1234.50 instead of 1,234.50`);
  throw new RowProblem(words);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Accepts 2024-01-31, 31 Jan 2024 or a full ISO time. Ambiguous dates such as 05/06/2024 are rejected. */
function dateOf(label: string, cell = '', now: number): Date {
  if (cell === '') throw new RowProblem(`${label} is required`);
  const [, day = '', month = '', year = ''] = /^(\d{1,2}) ([A-Za-z]{3})[a-z]* (\d{4})$/.exec(cell) ?? [];
  const spelled = `${year}-${String(months.indexOf(month.toLowerCase()) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = [cell, spelled].filter(isDay).map(midnightOf)[0] ?? momentOf(cell);
  if (!date) {
    const isAmbiguous = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/.test(cell);
    throw new RowProblem(`${label} ${isAmbiguous ? 'could mean two days' : 'is not a date'}: write it as 2024-01-31`);
  }
  if (date.getTime() <= Date.UTC(1900, 0, 1)) throw new RowProblem(`${label} is too long ago`);
  if (date.getTime() > latestToday(now)) throw new RowProblem(`${label} cannot be in the future`);
  return date;
}

function momentOf(text: string): Date | undefined {
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const date = new Date(text);
  return isMoment && isDay(text.slice(0, 10)) && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** Without a status, a row with a close price or date is a closed position. */
function closingOf(cells: FileRow['cells'], purchaseDate: Date, now: number) {
  const { status = '', closeDate = '', closePrice = '' } = cells;
  const hasClosing = closeDate !== '' || closePrice !== '';
  const statedStatus = status.toLowerCase() || (hasClosing ? 'closed' : 'open');
  if (statedStatus !== 'open' && statedStatus !== 'closed') throw new RowProblem('Status must be open or closed');
  if (statedStatus === 'open') {
    if (hasClosing) throw new RowProblem("An open position can't have a close date or close price");
    return { status: 'open' as const, closeDate: null, closePrice: null };
  }
  const closing = {
    closeDate: dateOf('Close date', closeDate, now),
    closePrice: priceOf('Close price', closePrice, parseClosePrice),
  };
  if (isClosedBeforePurchase(closing.closeDate, purchaseDate))
    throw new RowProblem('Close date is before the purchase date');
  return { status: 'closed' as const, ...closing };
}
