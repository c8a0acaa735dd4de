/**
 * Wealthfolio: activities as exported (JSON or CSV) and the CSV of its import. After github.com/afadil/wealthfolio,
 * apps/frontend/src/lib/export-utils.ts, apps/frontend/public/sample-import.csv and
 * e2e/fixtures/full-coverage-import.csv.
 *
 * Fields: date, activityType (or type), symbol, quantity, unitPrice (or unit_price), currency, fee, amount,
 * instrumentType; exports add assetSymbol and assetName, and there `symbol` may be an id. A SPLIT has its ratio in
 * amount or quantity. Exported CSV quotes every value as JSON does.
 */
import type { Table } from '~/server/features/positions/csv-table';
import { amountOf, centsOf } from './amounts';
import { dateOf } from './dates';
import { type FieldRow, hasTitles } from './field-rows';
import {
  addRow,
  assertDollars,
  emptyFile,
  type Fields,
  type FileSplit,
  fieldOf,
  NotImported,
  type ProgramFile,
  type Trade,
  tickerOf,
} from './transactions';

export const isWealthfolioTable = (titles: ReadonlySet<string>): boolean =>
  hasTitles(titles, 'date', 'quantity', 'unitprice', 'currency', ['symbol', 'assetsymbol', 'assetid']) &&
  (titles.has('activitytype') || (titles.has('type') && titles.has('instrumenttype')));

/** The lines of an export, each of which is a JSON array without brackets; undefined for any other CSV. */
export function jsonLines(text: string): Table | undefined {
  if (!/^"[^"\n]*",/.test(text)) return undefined;
  try {
    const lines = text.split(/\r?\n/).filter((line) => line !== '');
    const [titles = [], ...rows] = lines.map((line): string[] => (JSON.parse(`[${line}]`) as unknown[]).map(String));
    return { titles, rows: rows.map((cells, index) => ({ row: index + 2, cells })) };
  } catch {
    return undefined;
  }
}

const reasons = new Map([
  ['DIVIDEND', "Dividends aren't imported. They come with the prices."],
  ['FEE', "Fees aren't imported"],
  ['TAX', "Taxes aren't imported"],
  ['INTEREST', "Interest isn't imported"],
  ['TRANSFER_IN', "Transfers aren't imported: they have no purchase price"],
  ['TRANSFER_OUT', "Transfers aren't imported: they have no price"],
  ['ADJUSTMENT', "Adjustments aren't imported"],
]);
const cash = ['DEPOSIT', 'WITHDRAWAL', 'CREDIT'];
const kinds = new Map([
  ['BUY', 'buy'],
  ['ADD_HOLDING', 'buy'],
  ['SELL', 'sell'],
  ['REMOVE_HOLDING', 'sell'],
] as const);
/** Without a removal, sold shares would look as if they were still held; without an addition, others as if sold. */
const removals = ['SELL', 'REMOVE_HOLDING', 'TRANSFER_OUT', 'SPLIT'];
const additions = ['BUY', 'ADD_HOLDING', 'TRANSFER_IN', 'ADJUSTMENT'];

export function readWealthfolio(rows: readonly FieldRow[]): ProgramFile {
  const file = emptyFile('Wealthfolio');
  for (const { row, fields } of rows) {
    const type = fieldOf(fields, 'activitytype', 'type').toUpperCase();
    const symbol = fieldOf(fields, 'assetsymbol', 'symbol', 'assetid').replace(/^\$CASH.*/, '');
    const shown = {
      name: fieldOf(fields, 'assetname'),
      ticker: symbol,
      avgEntryPrice: fieldOf(fields, 'unitprice'),
      purchaseDate: fieldOf(fields, 'date', 'activitydate'),
    };
    addRow(file, {
      read: () => readRow(row, type, symbol, fields),
      row,
      shown,
      date: () => activityDate(fields),
      effect: removals.includes(type) ? 'removes' : additions.includes(type) ? 'adds' : undefined,
    });
  }
  return file;
}

const activityDate = (fields: Fields) => dateOf(fieldOf(fields, 'date', 'activitydate'));

function readRow(row: number, type: string, symbol: string, fields: Fields): Trade | FileSplit {
  if (type === 'SPLIT') {
    const ratio = amountOf(fieldOf(fields, 'amount')) || amountOf(fieldOf(fields, 'quantity'));
    if (!ratio || ratio < 0n) throw new NotImported('The split has no ratio');
    return { row, ticker: tickerOf(symbol), ratio, date: activityDate(fields) };
  }
  const kind = kinds.get(type as 'BUY');
  if (!kind) throw new NotImported(reasonOf(type));
  const instrument = fieldOf(fields, 'instrumenttype').toUpperCase();
  if (instrument === 'OPTION') throw new NotImported("Options can't be imported");
  if (instrument === 'BOND') throw new NotImported("Bonds can't be imported");
  const ticker = tickerOf(symbol);
  assertDollars(fieldOf(fields, 'currency'));
  const shares = amountOf(fieldOf(fields, 'quantity'));
  if (!shares) throw new NotImported('The row has no shares');
  if (shares < 0n) throw new NotImported("Short sales can't be imported");
  const price = amountOf(fieldOf(fields, 'unitprice'));
  if (price === undefined) throw new NotImported('The row has no price');
  const money = { ...centsOf(price), currency: 'USD' };
  return { row, kind, ticker, name: fieldOf(fields, 'assetname'), shares, ...money, date: activityDate(fields) };
}

const reasonOf = (type: string): string =>
  cash.includes(type)
    ? "Cash movements aren't imported"
    : (reasons.get(type) ?? `${type.slice(0, 30) || 'An activity without a type'} can't be imported`);
