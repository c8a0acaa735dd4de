/**
 * The record as stated, calculated from the ledger and the published prices alone: from the purchase dates and prices
 * that administrators entered. It stands beside the verified record (verified-record.ts), which uses neither.
 */

import { quickGain } from './gain';
import type { TrackedPosition } from './ledger-replay';
import { type Close, computePerformance, type Holding } from './performance';
import { closePriceOf, closingPriceOf, gainFactsOf, latestPriceOf, type PositionPrice } from './position-value';
import { type RecordFigures, recordFigures } from './record-figures';
import type { Dividend, Split } from './schemas/gain';
import type { PerformancePoint } from './schemas/positions';
import type { PublishedCloses } from './schemas/track-record';
import { tradingDay } from './trading-day';

/** Published prices by ticker. */
export interface PriceBook {
  benchmark: string;
  /** Those to choose from, with `benchmark`. */
  benchmarks?: readonly string[];
  closes: Map<string, Close[]>;
  splits: Map<string, Split[]>;
  dividends?: Map<string, Dividend[]>;
  quotes: Map<string, { price: string; asOf: Date; source: string }>;
}

/** The parts of the published prices as one. */
export function gatherPrices(parts: readonly PublishedCloses[]): PriceBook {
  const prices: PriceBook = {
    benchmark: parts[0]?.benchmark ?? '',
    ...(parts[0]?.benchmarks && { benchmarks: parts[0].benchmarks }),
    closes: new Map(),
    splits: new Map(),
    quotes: new Map(),
  };
  const dividends = new Map<string, Dividend[]>();
  for (const part of parts) {
    for (const [ticker, list] of Object.entries(part.closes)) {
      const closes = list.flatMap((close, index) =>
        close === null ? [] : [{ day: part.days[index] as string, close }],
      );
      prices.closes.set(ticker, closes);
    }
    for (const [ticker, splits] of Object.entries(part.splits)) prices.splits.set(ticker, splits);
    for (const [ticker, quote] of Object.entries(part.quotes)) prices.quotes.set(ticker, quote);
    for (const [ticker, list] of Object.entries(part.dividends ?? {})) dividends.set(ticker, list);
  }
  return { ...prices, dividends };
}

/** A tracked position with what it is, or was, worth. */
export interface ValuedPosition extends TrackedPosition {
  state: 'open' | 'closed' | 'deleted';
  /** Sample data is listed and counts nowhere. */
  isSample: boolean;
  price?: string;
  /** The day of `price`. */
  priceDay?: string;
  gainsPercent?: string;
  splitFactor?: string;
}

export interface TrackRecord extends RecordFigures {
  positions: ValuedPosition[];
  openCount: number;
  closedCount: number;
  deletedCount: number;
  sampleCount: number;
  /** Positions that were recorded after their stated purchase date, and by how many days at most. */
  lateCount: number;
  mostDaysLate: number;
  benchmark: string;
  method: string;
  points: PerformancePoint[];
  leftOut: string[];
}

/**
 * The figures. What was deleted counts to the day of its deletion, at the market's price as the ledger noted it or the
 * last close, so that deleting a loss does not make the record better; `withoutDeleted` leaves it out instead.
 */
export function calculateTrackRecord(
  tracked: readonly TrackedPosition[],
  prices: PriceBook,
  options: { withoutDeleted?: boolean } = {},
): TrackRecord {
  const all = tracked.map((position) => valued(position, prices));
  const real = all.filter(({ isSample }) => !isSample);
  const counted = options.withoutDeleted ? real.filter(({ state }) => state !== 'deleted') : real;
  const performance = computePerformance({ ...prices, holdings: counted.map(holdingOf) });
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
    mostDaysLate: counted.reduce((most, { daysLate }) => Math.max(most, daysLate), 0),
    benchmark,
    method,
    points,
    leftOut,
  };
}

function valued(position: TrackedPosition, prices: PriceBook): ValuedPosition {
  const { deleted, closePrice, ticker } = position;
  const state = deleted ? 'deleted' : closePrice === undefined ? 'open' : 'closed';
  const price = endOf(position) ?? latestOf(ticker, deleted?.day, prices);
  return {
    ...position,
    state,
    isSample: position.kind === 'seeded',
    ...(price && { price: price.price, priceDay: price.day }),
    ...quickGain(gainFactsOf(position, price, prices.splits.get(ticker))),
  };
}

/** The price with which it ended, as the ledger has it. */
function endOf({ closePrice, closeDay, deleted }: TrackedPosition): PositionPrice | undefined {
  if (closePrice !== undefined && closeDay !== undefined) return closePriceOf(closePrice, closeDay);
  return deleted?.market && closePriceOf(deleted.market.price, tradingDay(new Date(deleted.market.asOf)));
}

/** The latest price, or the last close up to a day. */
function latestOf(ticker: string, until: string | undefined, prices: PriceBook): PositionPrice | undefined {
  const closes = prices.closes.get(ticker) ?? [];
  if (until === undefined) return latestPriceOf(prices.quotes.get(ticker), closes.at(-1));
  const close = closes.findLast(({ day }) => day <= until);
  return close && closingPriceOf(close);
}

function holdingOf(position: ValuedPosition): Holding {
  const { ticker, entryPrice, purchaseDay, deleted } = position;
  const end = endOf(position);
  const exit = end ? { day: end.day, price: end.price } : deleted && { day: deleted.day, price: null };
  // A market's price of before the purchase says nothing about it.
  const isAfter = exit && exit.day >= purchaseDay;
  return { ticker, entryPrice, purchaseDay, ...(exit && { exit: isAfter ? exit : { day: purchaseDay, price: null } }) };
}
