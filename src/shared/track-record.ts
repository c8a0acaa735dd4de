/**
 * The stated record, calculated only from the ledger and the published prices: from the purchase dates and prices that
 * administrators entered. It is shown beside the verified record (verified-record.ts), which uses neither.
 */

import { portfolioGain, quickGain } from './gain';
import type { TrackedPosition } from './ledger-replay';
import { type Close, computePerformance, type Holding } from './performance';
import { closePriceOf, closingPriceOf, gainFactsOf, latestPriceOf, type PositionPrice } from './position-value';
import { holdingInUsd, pricesInUsd } from './prices-in-usd';
import { type RecordFigures, recordFigures } from './record-figures';
import type { Dividend, Split } from './schemas/gain';
import type { PerformancePoint } from './schemas/positions';
import type { PublishedCloses } from './schemas/track-record';
import { tradingDay } from './trading-day';

/** Published prices by ticker. */
export interface PriceBook {
  benchmark: string;
  /** All available benchmarks, including `benchmark`. */
  benchmarks?: readonly string[];
  closes: Map<string, Close[]>;
  splits: Map<string, Split[]>;
  dividends?: Map<string, Dividend[]>;
  quotes: Map<string, { price: string; asOf: Date; source: string }>;
  /** Of tickers not quoted in USD. `closes` and `dividends` are converted to USD, `localCloses` are as quoted. */
  currencies?: Map<string, string>;
  localCloses?: Map<string, Close[]>;
  /** By currency pair. */
  rates?: Map<string, Close[]>;
}

/** Combines the parts of the published prices. */
export function gatherPrices(parts: readonly PublishedCloses[]): PriceBook {
  const prices: PriceBook = {
    benchmark: parts[0]?.benchmark ?? '',
    ...(parts[0]?.benchmarks && { benchmarks: parts[0].benchmarks }),
    closes: new Map(),
    splits: new Map(),
    quotes: new Map(),
  };
  const dividends = new Map<string, Dividend[]>();
  const foreign = new Map<string, { currency: string; closes: Close[] }>();
  const rates = new Map<string, Close[]>();
  for (const part of parts) {
    const closesIn = (list: readonly (string | null)[]) =>
      list.flatMap((close, index) => (close === null ? [] : [{ day: part.days[index] as string, close }]));
    for (const [ticker, list] of Object.entries(part.closes)) prices.closes.set(ticker, closesIn(list));
    for (const [pair, list] of Object.entries(part.rates ?? {})) rates.set(pair, closesIn(list));
    for (const [ticker, { currency, closes, quote }] of Object.entries(part.foreign ?? {})) {
      foreign.set(ticker, { currency, closes: closesIn(closes) });
      if (quote) prices.quotes.set(ticker, quote);
    }
    for (const [ticker, splits] of Object.entries(part.splits)) prices.splits.set(ticker, splits);
    for (const [ticker, quote] of Object.entries(part.quotes)) prices.quotes.set(ticker, quote);
    for (const [ticker, list] of Object.entries(part.dividends ?? {})) dividends.set(ticker, list);
  }
  return foreign.size === 0 ? { ...prices, dividends } : withForeign({ ...prices, dividends, rates }, foreign);
}

/** Runs last, because the rates are in another part than most tickers. */
function withForeign(
  prices: PriceBook & { dividends: Map<string, Dividend[]>; rates: Map<string, Close[]> },
  foreign: ReadonlyMap<string, { currency: string; closes: Close[] }>,
): PriceBook {
  const [closes, dividends] = [new Map(prices.closes), new Map(prices.dividends)];
  for (const [ticker, local] of foreign) {
    const usd = pricesInUsd({ ...local, dividends: prices.dividends.get(ticker) ?? [] }, prices.rates);
    closes.set(ticker, usd.closes);
    dividends.set(ticker, usd.dividends);
  }
  return {
    ...prices,
    closes,
    dividends,
    currencies: new Map([...foreign].map(([ticker, { currency }]) => [ticker, currency])),
    localCloses: new Map([...foreign].map(([ticker, local]) => [ticker, local.closes])),
  };
}

/** A tracked position with its current or final value. */
export interface ValuedPosition extends TrackedPosition {
  state: 'open' | 'closed' | 'deleted';
  /** Samples are listed but excluded from all figures. */
  isSample: boolean;
  /** In `currency`. */
  price?: string;
  /** The day of `price`. */
  priceDay?: string;
  /** Currency of the entry price and `price`; absent for USD. */
  currency?: string;
  /** In USD, like all figures of the record. */
  gainsPercent?: string;
  /** In `currency`. */
  localGainsPercent?: string;
  splitFactor?: string;
}

export interface TrackRecord extends RecordFigures {
  positions: ValuedPosition[];
  openCount: number;
  closedCount: number;
  deletedCount: number;
  sampleCount: number;
  /** Number of positions recorded after their stated purchase date, and the longest delay in days. */
  lateCount: number;
  mostDaysLate: number;
  benchmark: string;
  method: string;
  points: PerformancePoint[];
  leftOut: string[];
}

/**
 * Calculates the figures. A deleted position counts until its deletion, at the market price in the ledger or the last
 * closing price, so that deleting a loss does not improve the record. `withoutDeleted` excludes deleted positions.
 */
export function calculateTrackRecord(
  tracked: readonly TrackedPosition[],
  prices: PriceBook,
  options: { withoutDeleted?: boolean } = {},
): TrackRecord {
  const all = tracked.map((position) => valued(position, prices));
  const real = all.filter(({ isSample }) => !isSample);
  const counted = options.withoutDeleted ? real.filter(({ state }) => state !== 'deleted') : real;
  const performance = computePerformance({
    ...prices,
    holdings: counted.map((position) => holdingOf(position, prices)),
  });
  const { points, method, leftOut, benchmark, totalReturnPercent, benchmarkTotalReturnPercent } = performance;
  const gainsOf = (some: readonly ValuedPosition[]) => some.flatMap(({ gainsPercent }) => gainsPercent ?? []);
  return {
    ...recordFigures(gainsOf(counted), gainsOf(counted.filter(({ state }) => state !== 'open')), points),
    ...(totalReturnPercent && { bookTotalReturn: totalReturnPercent }),
    ...(benchmarkTotalReturnPercent && { benchmarkTotalReturn: benchmarkTotalReturnPercent }),
    positions: all,
    openCount: real.filter(({ state }) => state === 'open').length,
    closedCount: real.filter(({ state }) => state === 'closed').length,
    deletedCount: real.filter(({ state }) => state === 'deleted').length,
    sampleCount: all.length - real.length,
    lateCount: counted.filter(({ daysLate }) => daysLate > 0).length,
    mostDaysLate: counted.reduce((max, { daysLate }) => Math.max(max, daysLate), 0),
    benchmark,
    method,
    points,
    leftOut,
  };
}

function valued(position: TrackedPosition, prices: PriceBook): ValuedPosition {
  const { deleted, closePrice, ticker } = position;
  const state = deleted ? 'deleted' : closePrice === undefined ? 'open' : 'closed';
  const price = endOf(position, prices) ?? latestOf(ticker, deleted?.day, prices);
  const currency = prices.currencies?.get(ticker);
  const exchange = currency === undefined ? undefined : { currency, rates: prices.rates ?? new Map() };
  const facts = gainFactsOf(position, price, prices.splits.get(ticker), exchange);
  const { gainsPercent: localGainsPercent, splitFactor, ...usd } = quickGain(facts);
  const gainsPercent = portfolioGain(facts, { ...(localGainsPercent && { gainsPercent: localGainsPercent }), ...usd });
  return {
    ...position,
    state,
    isSample: position.kind === 'seeded',
    ...(price && { price: price.price, priceDay: price.day }),
    ...(gainsPercent !== undefined && { gainsPercent }),
    ...(splitFactor !== undefined && { splitFactor }),
    ...(currency !== undefined && { currency, ...(localGainsPercent !== undefined && { localGainsPercent }) }),
  };
}

/** The price at which it ended, according to the ledger, or the last closing price before that if it is newer. */
function endOf({ ticker, closePrice, closeDay, deleted }: TrackedPosition, prices: PriceBook) {
  if (closePrice !== undefined && closeDay !== undefined) return closePriceOf(closePrice, closeDay);
  if (!deleted?.market) return undefined;
  const quotedOn = tradingDay(new Date(deleted.market.asOf));
  const close = closesOf(ticker, prices).findLast(({ day }) => day < deleted.day);
  return close && close.day > quotedOn ? closingPriceOf(close) : closePriceOf(deleted.market.price, quotedOn);
}

const closesOf = (ticker: string, { localCloses, closes }: PriceBook) =>
  localCloses?.get(ticker) ?? closes.get(ticker) ?? [];

/** The latest price, or the last closing price up to a day. */
function latestOf(ticker: string, until: string | undefined, prices: PriceBook): PositionPrice | undefined {
  const closes = closesOf(ticker, prices);
  if (until === undefined) return latestPriceOf(prices.quotes.get(ticker), closes.at(-1));
  const close = closes.findLast(({ day }) => day <= until);
  return close && closingPriceOf(close);
}

function holdingOf(position: ValuedPosition, prices: PriceBook): Holding {
  const { ticker, entryPrice, purchaseDay, deleted } = position;
  const end = endOf(position, prices);
  const exit = end
    ? { day: end.day, price: end.kind === 'closing price' ? null : end.price }
    : deleted && { day: deleted.day, price: null };
  // A market price from before the purchase is irrelevant. A close price is not: it was received.
  const isIrrelevant = position.closePrice === undefined && exit && exit.day < purchaseDay;
  const holding = {
    ticker,
    entryPrice,
    purchaseDay,
    ...(exit && { exit: isIrrelevant ? { day: purchaseDay, price: null } : exit }),
  };
  return position.currency === undefined
    ? holding
    : holdingInUsd(holding, position.currency, prices.rates ?? new Map());
}
