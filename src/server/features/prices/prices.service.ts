/**
 * What the house knows of prices: the latest of each ticker, its splits, its daily closes. Everything here is read
 * from the database and from nowhere else: no reader waits for a price provider or fails because of one.
 */
import type { Deps } from '~/server/deps';
import { adjustClose, type Split } from './adjust-close';
import { asSplit, readSplits } from './known-splits';
import { quoteTtlMs } from './price-rules';

export type { Split } from './adjust-close';

export interface Quote {
  ticker: string;
  /** Two decimals, as traded at `asOf`: a split after that moment is not in it. */
  price: string;
  /** Such as USD, EUR or GBp (pence). */
  currency: string;
  /** When it was traded. */
  asOf: Date;
  /** When it was read from the provider. */
  readAt: Date;
  /** Who reported it, as a reader is reported: "Yahoo Finance". */
  source: string;
  /** Read more than 15 minutes ago. */
  isStale: boolean;
}

export interface DailyClose {
  /** `yyyy-mm-dd`, the trading day at its exchange. */
  day: string;
  /** Two to six decimals, adjusted for all splits known today; dividends are not in it. */
  close: string;
}

/**
 * The latest known prices by ticker; a ticker without one is absent. Those that are old or missing are read in the
 * background, and the topic `book` tells when they are there.
 */
export async function quotesFor(deps: Deps, tickers: readonly string[]): Promise<Map<string, Quote>> {
  const wanted = [...new Set(tickers)];
  if (wanted.length === 0) return new Map();
  const rows = await deps.db.sql<QuoteRow>`
    SELECT ticker, latest_price::text AS price, currency, last_updated, market_time, source
    FROM stock_price_cache WHERE ticker = ANY(${wanted}::text[])`;
  const now = Date.now();
  const quotes = new Map(rows.map((row) => [row.ticker, asQuote(row, now)]));
  deps.prices.request(wanted.filter((ticker) => quotes.get(ticker)?.isStale !== false));
  return quotes;
}

/** For a question that can wait a little: asks the provider for what is old or missing, and waits for it for a while. */
export async function freshQuotesFor(
  deps: Deps,
  tickers: readonly string[],
  patienceMs: number,
): Promise<Map<string, Quote>> {
  const known = await quotesFor(deps, tickers);
  const old = tickers.filter((ticker) => known.get(ticker)?.isStale !== false);
  if (old.length === 0) return known;
  await deps.prices.freshen(old, patienceMs);
  return quotesFor(deps, tickers);
}

interface QuoteRow {
  ticker: string;
  price: string;
  currency: string;
  last_updated: Date;
  market_time: Date | null;
  source: string | null;
}

function asQuote(row: QuoteRow, now: number): Quote {
  return {
    ticker: row.ticker,
    price: row.price,
    currency: row.currency,
    asOf: row.market_time ?? row.last_updated,
    readAt: row.last_updated,
    source: row.source ?? 'unknown',
    isStale: now - row.last_updated.getTime() > quoteTtlMs,
  };
}

/**
 * The splits that count by ticker, oldest first; a ticker without any is absent. A price of one moment compares with a price
 * of another by the splits after the first one's day, up to and including the second one's.
 */
export async function splitsFor(deps: Deps, tickers: readonly string[]): Promise<Map<string, Split[]>> {
  const wanted = [...new Set(tickers)];
  if (wanted.length === 0) return new Map();
  const known = await readSplits(deps.db, wanted);
  return grouped(
    known.filter(({ isCounted }) => isCounted),
    asSplit,
  );
}

/** Splits that are reported and that neither prices nor an administrator have confirmed or overruled. */
export async function reportedSplitsFor(deps: Deps, tickers: readonly string[]): Promise<Map<string, Split[]>> {
  const rows = await deps.db.sql<Split & { ticker: string }>`
    SELECT ticker, day::text AS day, numerator, denominator FROM stock_splits
    WHERE ticker = ANY(${[...new Set(tickers)]}::text[]) AND state = 'reported' AND decision IS NULL
      AND day <= (now() AT TIME ZONE 'UTC')::date
    ORDER BY stock_splits.ticker, stock_splits.day`;
  return grouped(rows, asSplit);
}

/** The splits that are in closing prices. They are those that count, unless an administrator decided otherwise. */
export async function adjustmentsFor(deps: Deps, tickers: readonly string[]): Promise<Map<string, Split[]>> {
  const known = await readSplits(deps.db, [...new Set(tickers)]);
  return grouped(
    known.filter(({ isAdjusted }) => isAdjusted),
    asSplit,
  );
}

/**
 * Daily closes in USD from a day on (`yyyy-mm-dd`, both ends included), oldest first; a ticker without any is absent, and
 * so is one in another currency.
 */
export async function closesFor(
  deps: Deps,
  tickers: readonly string[],
  fromDay: string,
  toDay = '9999-12-31',
): Promise<Map<string, DailyClose[]>> {
  const wanted = [...new Set(tickers)];
  if (wanted.length === 0) return new Map();
  deps.prices.requestHistory();
  const reading = deps.db.sql<CloseRow>`
    SELECT ticker, day::text AS day, close::text AS close, splits_through::text AS through
    FROM stock_daily_closes
    WHERE ticker = ANY(${wanted}::text[]) AND day BETWEEN ${fromDay}::date AND ${toDay}::date
    ORDER BY ticker, day`;
  return adjusted(deps, wanted, reading);
}

/** Daily closes of tickers that are not quoted in USD, in their own currencies. */
export async function foreignClosesFor(
  deps: Deps,
  tickers: readonly string[],
  fromDay: string,
  toDay = '9999-12-31',
): Promise<Map<string, DailyClose[]>> {
  if (tickers.length === 0) return new Map();
  const reading = deps.db.sql<CloseRow>`
    SELECT ticker, day::text AS day, close::text AS close, splits_through::text AS through
    FROM foreign_closes
    WHERE ticker = ANY(${tickers}::text[]) AND day BETWEEN ${fromDay}::date AND ${toDay}::date
    ORDER BY ticker, day`;
  return adjusted(deps, tickers, reading);
}

interface CloseRow {
  ticker: string;
  day: string;
  close: string;
  through: string;
}

async function adjusted(
  deps: Deps,
  tickers: readonly string[],
  reading: Promise<CloseRow[]>,
): Promise<Map<string, DailyClose[]>> {
  const [rows, splits] = await Promise.all([reading, adjustmentsFor(deps, tickers)]);
  return grouped(rows, (row) => ({ day: row.day, close: adjustClose(row, splits.get(row.ticker) ?? []) }));
}

/** The last known close by ticker, in its own currency and today's shares; a ticker without one is absent. */
export async function lastClosesFor(deps: Deps, tickers: readonly string[]): Promise<Map<string, DailyClose>> {
  const wanted = [...new Set(tickers)];
  if (wanted.length === 0) return new Map();
  const [rows, splits] = await Promise.all([
    deps.db.sql<CloseRow>`
      SELECT wanted.ticker, last.day::text AS day, last.close::text AS close, last.splits_through::text AS through
      FROM unnest(${wanted}::text[]) AS wanted(ticker)
      CROSS JOIN LATERAL (
        SELECT day, close, splits_through FROM market_closes WHERE ticker = wanted.ticker
        ORDER BY day DESC LIMIT 1
      ) AS last`,
    adjustmentsFor(deps, wanted),
  ]);
  return new Map(
    rows.map((row) => [row.ticker, { day: row.day, close: adjustClose(row, splits.get(row.ticker) ?? []) }]),
  );
}

function grouped<Row extends { ticker: string }, Item>(rows: Row[], item: (row: Row) => Item): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const row of rows) {
    const group = groups.get(row.ticker);
    if (group) group.push(item(row));
    else groups.set(row.ticker, [item(row)]);
  }
  return groups;
}
