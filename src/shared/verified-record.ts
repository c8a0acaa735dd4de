/**
 * The verified record: the return of recorded positions by market closing prices alone, each counting only after its
 * entry was recorded. Entered prices and dates have no effect, so hindsight and typos have none either. Pure and with a
 * fixed order of operations, so that server, browser and verifier get the same figures.
 */
import { benchmarkChange, growthByDay, heldBetween, reinvestedOf } from './dividends';
import { heldDays } from './held-days';
import type { TrackedPosition } from './ledger-replay';
import { lowerBound } from './lower-bound';
import { type Close, percentOf } from './performance';
import { type RecordFigures, recordFigures } from './record-figures';
import type { PerformancePoint } from './schemas/positions';
import { type VerifiedPosition, verifyPosition } from './verified-positions';
import type { MarketCloses, Span } from './verified-spans';

export const verifiedMethod =
  'Equal-weighted index in USD, price changes only, no fees. Total return adds dividends before withholding tax, reinvested at the closing price of the ex-date. A position counts from the first market close after its entry was recorded to the first market close after its closing or deletion was recorded. Only closing prices are used, adjusted for splits. Those in other currencies are converted at the exchange rate of their day, or the last one of the 7 days before. Tickers that are not plain symbols of US exchanges, and those in other currencies, count from the next day in UTC on; this applies to all entries. Entered prices and purchase dates are not used. If a closing price is missing, the last known one is used. A renamed stock counts under its old ticker to the first close after the rename was recorded, then under its new one. A delisted stock ends at its last close, or at the recorded price if that is lower. Samples do not count.';

export interface VerifiedRecord extends RecordFigures {
  positions: VerifiedPosition[];
  /** Positions that count or counted. */
  countedCount: number;
  benchmark: string;
  method: string;
  /** Starts at 100 on the first close that counts. */
  points: PerformancePoint[];
  /** Tickers without a known price since their entry, or since a rename. */
  unpriced: string[];
}

export function calculateVerifiedRecord(tracked: readonly TrackedPosition[], market: MarketCloses): VerifiedRecord {
  const positions = tracked.map((position) => verifyPosition(position, market));
  const counted = positions.filter(({ state }) => state === 'counted');
  const index = indexOf(
    counted.flatMap(({ spans }) => spans),
    market,
  );
  const unpriced = positions.filter(({ isUnpriced }) => isUnpriced).map(({ ticker }) => ticker);
  const gainsOf = (some: readonly VerifiedPosition[]) => some.map(({ gainsPercent = '0' }) => gainsPercent);
  return {
    ...recordFigures(gainsOf(counted), gainsOf(counted.filter(({ hasEnded }) => hasEnded)), index.points),
    ...totalReturns(index, market),
    positions,
    countedCount: counted.length,
    benchmark: market.benchmark,
    method: verifiedMethod,
    points: index.points,
    unpriced: [...new Set(unpriced)].sort(),
  };
}

/** All spans of one ticker. They move together between its closing prices. */
interface Group {
  closes: ReadonlyMap<string, number>;
  /** Growth factors by reinvested dividends, by the day of a closing price. */
  growth: ReadonlyMap<string, number>;
  /** Changes of the number of counting positions, by index. */
  changes: Map<number, number>;
  count: number;
  last: number;
}

interface Index {
  points: PerformancePoint[];
  /** The last index level including dividends. */
  total: number;
}

function totalReturns({ points, total }: Index, market: MarketCloses): Partial<RecordFigures> {
  if (points.length === 0) return {};
  const benchmark = benchmarkChange(points, market.benchmark, market);
  return {
    bookTotalReturn: percentOf(Number(total.toFixed(2)) / 100 - 1),
    ...(benchmark !== undefined && { benchmarkTotalReturn: percentOf(benchmark - 1) }),
  };
}

function indexOf(counted: readonly Span[], market: MarketCloses): Index {
  const days = daysOf(counted, market);
  const base = days[0];
  if (base === undefined) return { points: [], total: 100 };
  const groups = groupsOf(counted, market, days);
  const points: PerformancePoint[] = [{ day: base, book: '100.00' }];
  let [level, total] = [100, 100];
  for (const [place, day] of days.entries()) {
    const mean = meanChange(groups, place, day);
    if (place === 0) continue;
    level *= 1 + mean.price;
    total *= 1 + mean.total;
    points.push({ day, book: level.toFixed(2) });
  }
  compareWith(points, market.closes.get(market.benchmark) ?? []);
  return { points, total };
}

/** The days since the first counting one on which the benchmark or a counting position has a closing price. */
function daysOf(counted: readonly Span[], { closes, benchmark }: MarketCloses): string[] {
  const first = counted.reduce((day, { from }) => (day === '' || from.day < day ? from.day : day), '');
  if (first === '') return [];
  const ranges = counted.map(({ ticker, from, until, hasEnded, lastClose = until }) => {
    return { ticker, from: from.day, to: hasEnded ? lastClose.day : undefined };
  });
  return [...heldDays([...ranges, { ticker: benchmark, from: first, to: undefined }], closes)].sort();
}

function groupsOf(counted: readonly Span[], market: MarketCloses, days: readonly string[]): Group[] {
  const placeAfter = (day: string) => lowerBound(days, (other) => other <= day);
  const groups = new Map<string, Group>();
  for (const span of counted) {
    const { ticker, from, until, hasEnded, lastClose } = span;
    const key = lastClose ? [ticker, lastClose.day, until.day, until.close].join(' ') : ticker;
    let group = groups.get(key);
    if (!group) {
      const dividends = reinvestedOf(ticker, market);
      const growth = growthByDay(lastClose ? heldBetween(dividends, '', lastClose.day) : dividends);
      group = { closes: pricesOf(span, market.closes), growth, changes: new Map(), count: 0, last: Number.NaN };
      groups.set(key, group);
    }
    // A span starts and ends at a close, and the change up to a close belongs to the positions held before it.
    addAt(group, placeAfter(from.day), 1);
    if (hasEnded) addAt(group, placeAfter(until.day), -1);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/** Prices by day. A delisted stock has its final price on its last day, and no market close after its last one. */
function pricesOf({ ticker, until, lastClose }: Span, closes: MarketCloses['closes']): Map<string, number> {
  const all = closes.get(ticker) ?? [];
  const known = lastClose ? [...all.filter(({ day }) => day <= lastClose.day), until] : all;
  return new Map(known.map(({ day, close }) => [day, Number(close)]));
}

function addAt({ changes }: Group, place: number, count: number): void {
  changes.set(place, (changes.get(place) ?? 0) + count);
}

/** The mean change of everything that counts during the day; 0 if nothing does. */
function meanChange(groups: readonly Group[], place: number, day: string): { price: number; total: number } {
  let [sum, totalSum, count] = [0, 0, 0];
  for (const group of groups) {
    group.count += group.changes.get(place) ?? 0;
    const close = group.closes.get(day);
    count += group.count;
    if (close === undefined) continue;
    if (group.count > 0) {
      sum += group.count * (close / group.last - 1);
      totalSum += group.count * ((close / group.last) * (group.growth.get(day) ?? 1) - 1);
    }
    group.last = close;
  }
  return count === 0 ? { price: 0, total: 0 } : { price: sum / count, total: totalSum / count };
}

/** Scales the benchmark to 100 at the start, using its last closing price up to then. */
function compareWith(points: PerformancePoint[], closes: readonly Close[]): void {
  const [base] = points;
  const first = base && closes.findLast(({ day }) => day <= base.day);
  if (!first) return;
  let next = closes.indexOf(first);
  let close = Number(first.close);
  for (const point of points) {
    for (; next < closes.length && (closes[next] as Close).day <= point.day; next++)
      close = Number((closes[next] as Close).close);
    point.benchmark = ((close / Number(first.close)) * 100).toFixed(2);
  }
}
