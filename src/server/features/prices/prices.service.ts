/**
 * Stored prices: the latest price of each ticker, its splits and its daily closing prices. Everything is read from the
 * database only, so no reader waits for a price provider or fails because of one.
 */
import type { Deps } from '~/server/deps';
import { adjustClose, type Split } from './adjust-close';
import { asSplit, readSplits } from './known-splits';
import { quoteTtlMs } from './price-rules';

export type { Split } from './adjust-close';

export interface Quote {
  ticker: string;
  /** Two decimals, as traded at `asOf`: later splits are not included. */
  price: string;
  /** Such as USD, EUR or GBp (pence). */
  currency: string;
  /** When it was traded. */
  asOf: Date;
  /** When it was read from the provider. */
  readAt: Date;
  /** The display name of the source: "Yahoo Finance". */
  source: string;
  /** Read more than 15 minutes ago. */
  isStale: boolean;
}

export interface DailyClose {
  /** `yyyy-mm-dd`, the trading day at its exchange. */
  day: string;
  /** Two to six decimals, adjusted for all splits known today, but not for dividends. */
  close: string;
}

/**
 * The latest known prices by ticker; a ticker without one is absent. Old or missing prices are fetched in the
 * background, and the topic `book` is published when they arrive.
 */
export async function quotesFor(deps: Deps, tickers: readonly string[]): Promise<Map<string, Quote>> {
  const uniqueTickers = [...new Set(tickers)];
  if (uniqueTickers.length === 0) return new Map();
  const rows = await deps.db.sql<QuoteRow>`
    SELECT ticker, latest_price::text AS price, currency, last_updated, market_time, source
    FROM stock_price_cache WHERE ticker = ANY(${uniqueTickers}::text[])`;
  const now = Date.now();
  const quotes = new Map(rows.map((row) => [row.ticker, asQuote(row, now)]));
  deps.prices.request(uniqueTickers.filter((ticker) => quotes.get(ticker)?.isStale !== false));
  return quotes;
}

/** For messages that can wait a little: fetches old or missing prices, and waits for them up to the given time. */
export async function freshQuotesFor(
  deps: Deps,
  tickers: readonly string[],
  maxWaitMs: number,
): Promise<Map<string, Quote>> {
  const known = await quotesFor(deps, tickers);
  const old = tickers.filter((ticker) => known.get(ticker)?.isStale !== false);
  if (old.length === 0) return known;
  await deps.prices.refreshStale(old, maxWaitMs);
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
 * The splits that count by ticker, oldest first; a ticker without any is absent. To compare two prices, apply the
 * splits after the day of the first, up to and including the day of the second.
 */
export async function splitsFor(deps: Deps, tickers: readonly string[]): Promise<Map<string, Split[]>> {
  const uniqueTickers = [...new Set(tickers)];
  if (uniqueTickers.length === 0) return new Map();
  const known = await readSplits(deps.db, uniqueTickers);
  return grouped(
    known.filter(({ isCounted }) => isCounted),
    asSplit,
  );
}

/** Reported splits that were neither confirmed nor overruled, by prices or an administrator. */
export async function reportedSplitsFor(deps: Deps, tickers: readonly string[]): Promise<Map<string, Split[]>> {
  const rows = await deps.db.sql<Split & { ticker: string }>`
    SELECT ticker, day::text AS day, numerator, denominator FROM stock_splits
    WHERE ticker = ANY(${[...new Set(tickers)]}::text[]) AND state = 'reported' AND decision IS NULL
      AND day <= (now() AT TIME ZONE 'UTC')::date
    ORDER BY stock_splits.ticker, stock_splits.day`;
  return grouped(rows, asSplit);
}

/** The splits included in closing prices. They are the ones that count, unless an administrator decided otherwise. */
export async function adjustmentsFor(deps: Deps, tickers: readonly string[]): Promise<Map<string, Split[]>> {
  const known = await readSplits(deps.db, [...new Set(tickers)]);
  return grouped(
    known.filter(({ isAdjusted }) => isAdjusted),
    asSplit,
  );
}

/**
 * Daily closing prices in USD within a range of days (`yyyy-mm-dd`, inclusive), oldest first. Tickers without any, or
 * in another currency, are absent.
 */
export async function closesFor(
  deps: Deps,
  tickers: readonly string[],
  fromDay: string,
  toDay = '9999-12-31',
): Promise<Map<string, DailyClose[]>> {
  const uniqueTickers = [...new Set(tickers)];
  if (uniqueTickers.length === 0) return new Map();
  deps.prices.requestHistory();
  const reading = deps.db.sql<CloseRow>`
    SELECT ticker, day::text AS day, close::text AS close, splits_through::text AS through
    FROM stock_daily_closes
    WHERE ticker = ANY(${uniqueTickers}::text[]) AND day BETWEEN ${fromDay}::date AND ${toDay}::date
    ORDER BY ticker, day`;
  return adjusted(deps, uniqueTickers, reading);
}

/** Daily closing prices of tickers not quoted in USD, in their own currencies. */
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

/** The last known closing price by ticker, in its own currency and today's shares; a ticker without one is absent. */
export async function lastClosesFor(deps: Deps, tickers: readonly string[]): Promise<Map<string, DailyClose>> {
  const uniqueTickers = [...new Set(tickers)];
  if (uniqueTickers.length === 0) return new Map();
  const [rows, splits] = await Promise.all([
    deps.db.sql<CloseRow>`
      SELECT wanted.ticker, last.day::text AS day, last.close::text AS close, last.splits_through::text AS through
      FROM unnest(${uniqueTickers}::text[]) AS wanted(ticker)
      CROSS JOIN LATERAL (
        SELECT day, close, splits_through FROM market_closes WHERE ticker = wanted.ticker
        ORDER BY day DESC LIMIT 1
      ) AS last`,
    adjustmentsFor(deps, uniqueTickers),
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
