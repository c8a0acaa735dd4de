/** Decides what happens to each row of a file, compared with the portfolio. */
import type { Prisma } from '~/server/db/generated/client';
import type { Deps } from '~/server/deps';
import { knownCurrencies } from '~/server/features/prices/currencies';
import { freshQuotesFor } from '~/server/features/prices/prices.service';
import { currencyName } from '~/shared/currencies';
import { bodyOf, isMarketBody } from '~/shared/ledger-chain';
import { replay } from '~/shared/ledger-replay';
import type { ImportResult, ImportRow } from '~/shared/schemas/positions';
import { tradingDay } from '~/shared/trading-day';
import { isOnUsExchange } from '~/shared/us-symbol';
import { dateText } from './export-positions';
import type { FileRow, ReadFile } from './file-row';
import type { ReadPosition } from './import-row';

type Positions = Pick<Deps['db'], 'investmentPosition'>;
type Tracked = Pick<Deps['db'], 'investmentPosition' | 'ledgerEvent'>;

export const nothing: ImportResult = {
  rows: [],
  readyCount: 0,
  duplicateCount: 0,
  errorCount: 0,
  skippedCount: 0,
  ignoredColumns: [],
  imported: 0,
};

/** Most programs export tickers without names: use the portfolio's name for the ticker, or else the ticker. */
export async function withNames(db: Positions, rows: readonly FileRow[]): Promise<FileRow[]> {
  const tickers = rows.flatMap(({ cells, reason }) => (!reason && !cells.name && cells.ticker) || []);
  const known = await db.investmentPosition.findMany({
    where: { ticker: { in: [...new Set(tickers)] } },
    select: { ticker: true, name: true },
    orderBy: { createdAt: 'asc' },
  });
  const names = new Map(known.map(({ ticker, name }) => [ticker, name]));
  return rows.map((row) => {
    const { name, ticker = '' } = row.cells;
    return name || row.reason ? row : { ...row, cells: { ...row.cells, name: names.get(ticker) ?? ticker } };
  });
}

export interface ReadFileRow {
  row: FileRow;
  position: ReadPosition | { problem: string };
}

/** How long an import waits for the currencies of tickers without prices. */
const maxWaitMs = 4000;

/** Entry prices must be in the currency in which the ticker is quoted; otherwise they would be wrong. */
export async function withCurrencies(deps: Deps, read: readonly ReadFileRow[]): Promise<ReadFileRow[]> {
  const stated = read.flatMap(({ position }) => ('problem' in position || !position.currency ? [] : [position]));
  const known = await knownCurrencies(
    deps.db,
    stated.map(({ ticker }) => ticker),
  );
  const unknown = stated.filter((position) => !known.has(position.ticker) && !isObvious(position));
  const quotes = await freshQuotesFor(deps, [...new Set(unknown.map(({ ticker }) => ticker))], maxWaitMs);
  return read.map((one) => {
    if ('problem' in one.position) return one;
    const { ticker, currency } = one.position;
    if (currency === undefined) return one;
    const quoted = known.get(ticker) ?? quotes.get(ticker)?.currency;
    if (quoted === undefined) return isObvious(one.position) ? one : unchecked(one, ticker, currency);
    if (currency === currencyName(quoted)) return one;
    const problem = `${ticker} is quoted in ${currencyName(quoted)}, not in ${currency}. Convert its prices, or correct the currency.`;
    return { ...one, position: { problem } };
  });
}

/** Stocks of US exchanges are quoted in USD. */
const isObvious = ({ ticker, currency }: ReadPosition) => currency === 'USD' && isOnUsExchange(ticker);

/** London quotes nearly all stocks in pence, so pounds would make an entry price a hundred times too low. */
function unchecked(one: ReadFileRow, ticker: string, currency: string): ReadFileRow {
  if (currency === 'GBP' && ticker.endsWith('.L')) {
    const problem = `${ticker} is probably quoted in GBp (pence), not in GBP. Convert its prices, or correct the currency.`;
    return { ...one, position: { problem } };
  }
  const note = [one.row.note, `No price of ${ticker} is known yet, so ${currency} could not be checked`];
  return { ...one, row: { ...one.row, note: note.filter(Boolean).join('. ') } };
}

/** The same purchase has the same ticker, day and price, whether or not it was closed since. */
const keyOf = (position: { ticker: string; purchaseDate: Date; avgEntryPrice: string }) =>
  `${position.ticker} ${tradingDay(position.purchaseDate)} ${position.avgEntryPrice}`;

/**
 * How often the portfolio contains each purchase that the file may repeat. Programs may still use an earlier ticker of
 * a renamed stock.
 */
export async function countExisting(db: Tracked, read: readonly ReadFileRow[]): Promise<Map<string, number>> {
  const tickers = new Set(read.flatMap(({ position }) => ('problem' in position ? [] : [position.ticker])));
  const earlier = await readEarlierTickers(db, tickers);
  const known = await db.investmentPosition.findMany({
    where: { OR: [{ ticker: { in: [...tickers] } }, { id: { in: [...earlier.keys()] } }] },
    select: { id: true, ticker: true, purchaseDate: true, avgEntryPrice: true },
  });
  const counts = new Map<string, number>();
  for (const { id, ticker: current, purchaseDate, avgEntryPrice } of known)
    for (const ticker of new Set([current, ...(earlier.get(id) ?? [])])) {
      const key = keyOf({ ticker, purchaseDate, avgEntryPrice: avgEntryPrice.toFixed(2) });
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return counts;
}

/** By position, all tickers of those that had one of the given tickers before a rename. */
async function readEarlierTickers(
  { ledgerEvent }: Tracked,
  tickers: ReadonlySet<string>,
): Promise<Map<string, string[]>> {
  const read = async (where: Prisma.LedgerEventWhereInput) => {
    const rows = await ledgerEvent.findMany({ where, select: { seq: true, body: true }, orderBy: { seq: 'asc' } });
    return rows.map(({ seq, body }) => ({ seq: Number(seq), body }));
  };
  const isRenamed = (await read({ kind: 'renamed' })).some((entry) => {
    const body = bodyOf(entry);
    return body && isMarketBody(body) && body.kind === 'renamed' && tickers.has(body.facts.ticker);
  });
  if (!isRenamed) return new Map();
  const { positions } = replay(await read({ kind: { notIn: ['thesis', 'note', 'prices', 'split', 'dividend'] } }));
  return new Map(
    positions.flatMap(({ id, tickers: own }) =>
      own.slice(0, -1).some(({ ticker }) => tickers.has(ticker)) ? [[id, own.map(({ ticker }) => ticker)]] : [],
    ),
  );
}

/**
 * A purchase that occurs in the file as often as in the portfolio is already there. Two purchases can have the same
 * values, so further occurrences in the file are new, and their rows have a note.
 */
export function checkRows(
  read: readonly ReadFileRow[],
  known: Map<string, number>,
  { ignoredColumns, program }: Pick<ReadFile, 'ignoredColumns' | 'program'>,
) {
  const left = new Map(known);
  const seen = new Map<string, number>();
  const ready: ReadPosition[] = [];
  const rows = read.map(({ row, position }): ImportRow => {
    if (row.reason) return { row: row.row, state: 'skipped', message: row.reason, ...row.cells };
    if ('problem' in position)
      // Users don't correct another program's file by hand, so unreadable rows are skipped.
      return { row: row.row, state: program ? 'skipped' : 'error', message: position.problem, ...row.cells };
    const key = keyOf(position);
    const described = { row: row.row, ...asRead(position) };
    const inBook = left.get(key) ?? 0;
    if (inBook > 0) {
      // A purchase sold in parts becomes several positions; if one of them is known, all are.
      if (!program) left.set(key, inBook - 1);
      return { ...described, state: 'duplicate', message: 'This purchase is already in the portfolio' };
    }
    const earlier = seen.get(key);
    seen.set(key, row.row);
    ready.push(position);
    return {
      ...described,
      state: 'ready',
      ...messageOf(row.note ?? (earlier !== undefined && `The same purchase as in row ${earlier}`)),
    };
  });
  const count = (state: ImportRow['state']) => rows.filter((row) => row.state === state).length;
  const result: ImportResult = {
    rows,
    readyCount: count('ready'),
    duplicateCount: count('duplicate'),
    errorCount: count('error'),
    skippedCount: count('skipped'),
    ignoredColumns,
    ...(program && { program }),
    imported: 0,
  };
  return { ready, result };
}

const messageOf = (message: string | false) => (message ? { message } : {});

function asRead(position: ReadPosition) {
  const { name, ticker, avgEntryPrice, purchaseDate, status, closeDate, closePrice, thesis, currency, weight } =
    position;
  return {
    name,
    ticker,
    avgEntryPrice,
    purchaseDate: dateText(purchaseDate),
    status,
    ...(closeDate && { closeDate: dateText(closeDate) }),
    ...(closePrice && { closePrice }),
    ...(thesis && { thesis }),
    ...(currency && { currency }),
    ...(weight && { weight }),
  };
}
