/**
 * Ghostfolio: the JSON of "Export Data" and the CSV of its import. After github.com/ghostfolio/ghostfolio,
 * apps/api/src/app/export/export.service.ts, apps/client/src/app/services/import-activities.service.ts and
 * test/import/ok.
 *
 * JSON: { meta, accounts, assetProfiles: [{ dataSource, symbol, name }], activities: [{ type, symbol, dataSource,
 * currency, date, quantity, unitPrice, fee }] }. CSV: date, symbol or code, dataSource, currency, price or unitPrice,
 * quantity, action or type, fee; dates may have the day first, and in tables of other programs the month. Prices and
 * shares are as traded.
 */
import { amountOf, centsOf } from './amounts';
import { dateOf, orderOf } from './dates';
import { type FieldRow, fieldsOf, hasTitles } from './field-rows';
import { addRow, assertDollars, emptyFile, fieldOf, NotImported, type ProgramFile, tickerOf } from './transactions';

export const isGhostfolioTable = (titles: ReadonlySet<string>): boolean =>
  hasTitles(
    titles,
    ['symbol', 'code', 'ticker'],
    ['action', 'type', 'buysell'],
    ['price', 'unitprice', 'tradeprice', 'value'],
    ['quantity', 'qty', 'shares', 'units'],
    ['date', 'tradedate'],
    ['currency', 'ccy', 'currencyprimary'],
  );

/** Older files call activities orders. */
export function ghostfolioActivities(value: unknown): readonly unknown[] | undefined {
  const { activities, orders } = (value ?? {}) as { activities?: unknown; orders?: unknown };
  const list = activities ?? orders;
  return Array.isArray(list) ? list : undefined;
}

export function readGhostfolioJson(value: unknown, activities: readonly unknown[]): ProgramFile {
  const { assetProfiles } = value as { assetProfiles?: unknown };
  const profiles = fieldsOf(Array.isArray(assetProfiles) ? assetProfiles : []);
  const names = new Map(profiles.map(({ fields }) => [fields.get('symbol'), fields.get('name') ?? '']));
  return readGhostfolio(fieldsOf(activities), names);
}

/** Sources whose symbols are tickers. Other sources use numbers, coin names, or free text. */
const tickerSources = ['YAHOO', 'ALPHA_VANTAGE', 'EOD_HISTORICAL_DATA', 'FINANCIAL_MODELING_PREP', 'GHOSTFOLIO'];

/** Interactive Brokers: currencies (EUR.USD), options, futures, bonds and the like. */
const otherClasses = ['CASH', 'OPT', 'FUT', 'FOP', 'BOND', 'CFD', 'WAR', 'CMDTY'];

const reasons = new Map([
  ['DIVIDEND', "Dividends aren't imported. They come with the prices."],
  ['FEE', "Fees aren't imported"],
  ['INTEREST', "Interest isn't imported"],
  ['ITEM', 'A valuable without a ticker'],
  ['LIABILITY', "Liabilities aren't imported"],
]);

const dateField = ({ fields }: Pick<FieldRow, 'fields'>) => fieldOf(fields, 'date', 'tradedate');

export function readGhostfolio(rows: readonly FieldRow[], names = new Map<string | undefined, string>()): ProgramFile {
  const file = emptyFile('Ghostfolio');
  const order = orderOf(rows.map(dateField));
  for (const { row, fields } of rows) {
    const type = fieldOf(fields, 'action', 'type', 'buysell').toUpperCase();
    const symbol = fieldOf(fields, 'symbol', 'code', 'ticker');
    const name = names.get(symbol) ?? '';
    const date = dateField({ fields });
    const price = fieldOf(fields, 'unitprice', 'price', 'tradeprice', 'value');
    const source = fieldOf(fields, 'datasource').toUpperCase() || 'YAHOO';
    const listed = source === 'EOD_HISTORICAL_DATA' ? symbol.replace(/\.US$/i, '') : symbol;
    const day = () => dateOf(date, order);
    const read = () => {
      if (type !== 'BUY' && type !== 'SELL')
        throw new NotImported(reasons.get(type) ?? `${type || 'An activity without a type'} can't be imported`);
      const assetClass = fieldOf(fields, 'assetclass').toUpperCase();
      if (otherClasses.includes(assetClass) || /^[A-Z]{3}\.[A-Z]{3}$/.test(symbol))
        throw new NotImported('Neither a stock nor a fund');
      const ticker = symbolTicker(listed, source);
      assertDollars(fieldOf(fields, 'currency', 'ccy', 'currencyprimary'));
      const shares = amountOf(fieldOf(fields, 'quantity', 'qty', 'shares', 'units').replace(/^-/, ''));
      if (!shares) throw new NotImported('The row has no shares');
      const perShare = amountOf(price);
      if (perShare === undefined) throw new NotImported('The row has no price');
      const kind = type === 'BUY' ? ('buy' as const) : ('sell' as const);
      const money = { ...centsOf(perShare), currency: 'USD' };
      return { row, kind, ticker, name, shares, ...money, date: day() };
    };
    const shown = { name, ticker: listed, avgEntryPrice: price, purchaseDate: date };
    const effect = type === 'SELL' ? 'removes' : type === 'BUY' ? 'adds' : undefined;
    addRow(file, { read, row, shown, date: day, effect });
  }
  return file;
}

function symbolTicker(symbol: string, source: string): string {
  if (source === 'COINGECKO') throw new NotImported('A cryptocurrency without a ticker');
  if (!tickerSources.includes(source)) throw new NotImported('The row has no ticker: it was entered by hand');
  // Yahoo's BTC-USD is BTCUSD in these files, which looks like an ordinary ticker.
  if (source === 'YAHOO' && /^[A-Z0-9]{3,10}USD$/.test(symbol))
    throw new NotImported('A cryptocurrency without a ticker');
  return tickerOf(symbol);
}
