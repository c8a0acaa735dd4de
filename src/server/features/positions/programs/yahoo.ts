/**
 * Yahoo Finance: the CSV of a portfolio's "Export". Yahoo does not document the format; the columns are those of its
 * files: Symbol, Current Price, Date, Time, Change, Open, High, Low, Volume, Trade Date, Purchase Price, Quantity,
 * Commission, High Limit, Low Limit, Comment, and in newer ones Transaction Type (BUY or SELL). Trade Date is yyyymmdd.
 * Cash is $$CASH_TX. There is no currency: it is that of the exchange, which a symbol names after a dot (VFV.TO).
 */
import { amountOf, centsOf } from './amounts';
import { dateOf } from './dates';
import { type FieldRow, hasTitles } from './field-rows';
import {
  addRow,
  emptyFile,
  type Fields,
  fieldOf,
  NotImported,
  type ProgramFile,
  type Trade,
  tickerOf,
} from './transactions';

export const isYahooTable = (titles: ReadonlySet<string>): boolean =>
  hasTitles(titles, 'symbol', 'tradedate', 'purchaseprice', 'quantity');

export function readYahoo(rows: readonly FieldRow[]): ProgramFile {
  const file = emptyFile('Yahoo Finance');
  for (const { row, fields } of rows) {
    const symbol = fieldOf(fields, 'symbol');
    const shown = {
      ticker: symbol,
      avgEntryPrice: fieldOf(fields, 'purchaseprice'),
      purchaseDate: fieldOf(fields, 'tradedate'),
    };
    const effect = typeOf(fields) === 'SELL' ? 'removes' : isWatched(fields) ? undefined : 'adds';
    const date = () => dateOf(shown.purchaseDate);
    addRow(file, { read: () => readRow(row, symbol, fields), row, shown, date, effect });
  }
  return file;
}

const typeOf = (fields: Fields) => fieldOf(fields, 'transactiontype').toUpperCase() || 'BUY';

const isWatched = (fields: Fields) => fieldOf(fields, 'purchaseprice') === '' && fieldOf(fields, 'quantity') === '';

function readRow(row: number, symbol: string, fields: Fields): Trade {
  const type = typeOf(fields);
  if (symbol.startsWith('$$')) throw new NotImported("Cash movements aren't imported");
  if (type !== 'BUY' && type !== 'SELL') throw new NotImported(`${type.slice(0, 30)} can't be imported`);
  const ticker = tickerOf(symbol);
  if (/\.[A-Z]{1,4}$/.test(ticker) || /-(?!USD$)[A-Z]{3}$/.test(ticker))
    throw new NotImported('Traded outside the US. Only prices in US dollars can be imported.');
  const [price, shares, day] = [
    fieldOf(fields, 'purchaseprice'),
    fieldOf(fields, 'quantity'),
    fieldOf(fields, 'tradedate'),
  ];
  if (isWatched(fields)) throw new NotImported('Only watched: the row has no purchase');
  const perShare = amountOf(price);
  if (perShare === undefined) throw new NotImported('The row has no purchase price');
  const count = amountOf(shares);
  if (!count) throw new NotImported('The row has no shares');
  if (count < 0n) throw new NotImported("Short sales can't be imported");
  const kind = type === 'BUY' ? 'buy' : 'sell';
  return { row, kind, ticker, name: '', shares: count, ...centsOf(perShare), date: dateOf(day) };
}
