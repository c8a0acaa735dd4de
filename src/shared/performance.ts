/**
 * The equal-weighted portfolio as an index beside a benchmark. Pure and with a fixed order of operations, so that
 * server, browser and verifier get the same figures. An index is a statistic, not money, so floating point is fine; it
 * is shown with two decimals.
 */

import { benchmarkChange, growthBy, type ReinvestedDividend, reinvestedOf } from './dividends';
import { splitFactorOf, splitsBetween } from './gain';
import { heldDays } from './held-days';
import { lowerBound } from './lower-bound';
import type { Dividend, Split } from './schemas/gain';
import type { Performance, PerformancePoint } from './schemas/positions';
import { addDays } from './trading-day';

const performanceMethod =
  'Equal-weighted index in USD, price changes only, no fees. Each trading day it moves by the average price change of all open positions. A position counts from its split-adjusted entry price on the purchase day to its close price on the closing day. If a closing price is missing, the last known price is used. Prices in other currencies are converted at the exchange rate of their day, or the last one of the 7 days before.';

/** A position, at prices as paid. Days are 'yyyy-mm-dd'. */
export interface Holding {
  ticker: string;
  entryPrice: string;
  purchaseDay: string;
  /** If the price is null, it exits at the closing price of that day, or the last known one. */
  exit?: { day: string; price: string | null };
  /** Set if its entry price has no value in USD. */
  isUnvalued?: true;
}

export interface Close {
  day: string;
  /** In USD, adjusted for all splits of the ticker. */
  close: string;
}

export interface PerformanceInput {
  holdings: readonly Holding[];
  /** Oldest first, starting a few days before the first purchase, so that the benchmark has a first price. */
  closes: ReadonlyMap<string, readonly Close[]>;
  splits: ReadonlyMap<string, readonly Split[]>;
  dividends?: ReadonlyMap<string, readonly Dividend[]> | undefined;
  benchmark: string;
}

/** A position mapped to the calendar, at prices in today's shares. */
interface Line {
  purchaseDay: string;
  exitDay: string | undefined;
  start: number;
  end: number;
  entry: number;
  /** NaN if it exits at the closing price. */
  exit: number | null;
}

/** All positions in one ticker. Once a closing price is known, all are valued at it and counted together. */
interface Group {
  closes: Float64Array;
  /** By the index of the closing price at which they are reinvested. */
  dividends: Map<number, ReinvestedDividend[]>;
  starting: Map<number, Line[]>;
  ending: Map<number, Line[]>;
  /** Positions without a closing price since their purchase; each is valued at its entry. */
  fresh: Set<Line>;
  carried: number;
  last: number;
}

export function computePerformance(input: PerformanceInput): Performance {
  const { benchmark } = input;
  const leftOut = [
    ...new Set(input.holdings.filter((holding) => !isValued(holding, input)).map(({ ticker }) => ticker)),
  ].sort();
  const holdings = input.holdings.filter((holding) => isValued(holding, input)).map(inOrder);
  const first = holdings.reduce(
    (day, holding) => (holding.purchaseDay < day ? holding.purchaseDay : day),
    '9999-12-31',
  );
  const calendar = calendarOf(holdings, input, first);
  const empty = { method: performanceMethod, benchmark, points: [], leftOut };
  if (calendar.days.length === 0) return empty;

  const groups = groupsOf(holdings, input, calendar);
  let [book, total] = [100, 100];
  const levels = calendar.days.map((_, index) => {
    const mean = meanChange(groups, index);
    book *= 1 + mean.price;
    total *= 1 + mean.total;
    return book;
  });
  const points: PerformancePoint[] = [{ day: calendar.base, book: '100.00' }];
  for (const [index, day] of calendar.days.entries()) points.push({ day, book: (levels[index] as number).toFixed(2) });
  compareWith(points, [100, ...levels], input.closes.get(benchmark) ?? []);
  const change = benchmarkChange(points, benchmark, input);
  return {
    ...empty,
    points,
    totalReturnPercent: percentOf(Number(total.toFixed(2)) / 100 - 1),
    ...(change !== undefined && { benchmarkTotalReturnPercent: percentOf(change - 1) }),
  };
}

/** The largest fall of an index from a peak (max drawdown). */
export function largestFall(points: readonly { day: string; level: number }[]): {
  percent: string;
  from?: string;
  to?: string;
} {
  let worst: { fall: number; from: string; to: string } | undefined;
  let peak = points[0];
  for (const point of points) {
    if (!peak || point.level > peak.level) peak = point;
    const fall = point.level / peak.level - 1;
    if (fall < (worst?.fall ?? 0)) worst = { fall, from: peak.day, to: point.day };
  }
  return worst ? { percent: percentOf(worst.fall), from: worst.from, to: worst.to } : { percent: '0.00' };
}

/** Formats 0.125 as '12.50'. Never returns '-0.00'. */
export const percentOf = (part: number): string => (part * 100).toFixed(2).replace(/^-(0\.00)$/, '$1');

/** Whether a position can be valued. False without an exit price and without a closing price since the purchase. */
export function isValued({ ticker, purchaseDay, exit, isUnvalued }: Holding, { closes }: PerformanceInput): boolean {
  if (isUnvalued) return false;
  const last = closes.get(ticker)?.at(-1);
  return typeof exit?.price === 'string' || (last !== undefined && last.day >= purchaseDay);
}

/**
 * A position that was added and closed within hours can be closed on the day before its purchase day: a day picked in
 * Tokyo begins while it is the day before in New York. It exits on the purchase day, at its close price.
 */
export function inOrder(holding: Holding): Holding {
  const { purchaseDay, exit } = holding;
  return exit && exit.day < purchaseDay ? { ...holding, exit: { ...exit, day: purchaseDay } } : holding;
}

interface Calendar {
  /** The day before the first one, on which the index is 100. */
  base: string;
  days: string[];
  /** The index of the first of `days` on or after a day. */
  placeOf(day: string): number;
}

/**
 * The benchmark's days, and the days on which a position held at that time has a closing price. Without benchmark
 * prices, all days of the holdings. Purchases and exits between these days count on the next one.
 */
export function calendarOf(
  holdings: readonly Holding[],
  { closes, benchmark }: PerformanceInput,
  first: string,
): Calendar {
  const hasBenchmark = (closes.get(benchmark)?.length ?? 0) > 0;
  const ranges = holdings.map(({ ticker, purchaseDay, exit }) => {
    // The index is 100 on the last day before the first purchase.
    const isFirst = purchaseDay === first;
    return hasBenchmark
      ? { ticker, from: isFirst ? '' : purchaseDay, to: exit?.day }
      : { ticker, from: '', to: undefined };
  });
  const sorted = [...heldDays([...ranges, { ticker: benchmark, from: '', to: undefined }], closes)].sort();
  const days = sorted.filter((day) => day >= first);
  const lastExit = holdings.reduce((day, { exit }) => (exit && exit.day > day ? exit.day : day), '');
  if (lastExit > (days.at(-1) ?? '')) days.push(lastExit);
  return {
    base: sorted.findLast((day) => day < first) ?? addDays(first, -1),
    days: holdings.length > 0 ? days : [],
    placeOf: (day) => lowerBound(days, (other) => other < day),
  };
}

function groupsOf(holdings: readonly Holding[], input: PerformanceInput, calendar: Calendar): Group[] {
  const groups = new Map<string, Group>();
  for (const holding of holdings) {
    let group = groups.get(holding.ticker);
    if (!group) {
      group = newGroup(holding.ticker, input, calendar);
      groups.set(holding.ticker, group);
    }
    const splits = input.splits.get(holding.ticker) ?? [];
    const { exit } = holding;
    const line: Line = {
      purchaseDay: holding.purchaseDay,
      exitDay: exit?.day,
      start: calendar.placeOf(holding.purchaseDay),
      end: exit ? calendar.placeOf(exit.day) : Number.POSITIVE_INFINITY,
      entry: inTodaysShares(holding.entryPrice, holding.purchaseDay, splits),
      exit: exit ? inTodaysShares(exit.price ?? 'NaN', exit.day, splits) : null,
    };
    add(group.starting, line.start, line);
    if (line.exit !== null) add(group.ending, line.end, line);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function newGroup(ticker: string, input: PerformanceInput, { days, placeOf }: Calendar): Group {
  const known = new Float64Array(days.length).fill(Number.NaN);
  for (const { day, close } of input.closes.get(ticker) ?? []) {
    const place = placeOf(day);
    if (days[place] === day) known[place] = Number(close);
  }
  const dividends = new Map<number, ReinvestedDividend[]>();
  for (const dividend of reinvestedOf(ticker, input)) add(dividends, placeOf(dividend.closeDay), dividend);
  return {
    closes: known,
    dividends,
    starting: new Map(),
    ending: new Map(),
    fresh: new Set(),
    carried: 0,
    last: Number.NaN,
  };
}

export function inTodaysShares(price: string, day: string, splits: readonly Split[]): number {
  if (splits.length === 0) return Number(price);
  const factor = splitFactorOf(splitsBetween({ splits: [...splits], purchaseDay: day, priceDay: null }));
  return (Number(price) * Number(factor.denominator)) / Number(factor.numerator);
}

function add<T>(map: Map<number, T[]>, place: number, item: T): void {
  const items = map.get(place);
  if (items) items.push(item);
  else map.set(place, [item]);
}

/** The mean change of everything held during the day; 0 if nothing was. */
function meanChange(groups: readonly Group[], index: number): { price: number; total: number } {
  let [sum, totalSum, count] = [0, 0, 0];
  const move = (times: number, change: number, growth: number) => {
    sum += times * (change - 1);
    totalSum += times * (change * growth - 1);
  };
  for (const group of groups) {
    for (const line of group.starting.get(index) ?? []) group.fresh.add(line);
    const close = group.closes[index] as number;
    const dividends = group.dividends.get(index) ?? [];
    for (const line of group.ending.get(index) ?? []) {
      const before = group.fresh.delete(line) ? line.entry : releaseCarried(group);
      const after = [line.exit as number, close, before].find((price) => !Number.isNaN(price)) as number;
      move(1, after / before, growthFor(line, dividends));
      count++;
    }
    count += group.carried + group.fresh.size;
    if (Number.isNaN(close)) continue;
    const growth = dividends.reduce((product, dividend) => product * growthBy(dividend), 1);
    if (group.carried > 0) move(group.carried, close / group.last, growth);
    for (const line of group.fresh) move(1, close / line.entry, growthFor(line, dividends));
    group.carried += group.fresh.size;
    group.fresh.clear();
    group.last = close;
  }
  return count === 0 ? { price: 0, total: 0 } : { price: sum / count, total: totalSum / count };
}

/** A position's dividend growth. Excludes dividends up to its purchase day and after its exit. */
const growthFor = ({ purchaseDay, exitDay = '9999' }: Line, dividends: readonly ReinvestedDividend[]): number =>
  dividends
    .filter(({ day }) => day > purchaseDay && day <= exitDay)
    .reduce((product, dividend) => product * growthBy(dividend), 1);

function releaseCarried(group: Group): number {
  group.carried--;
  return group.last;
}

/** Scales the benchmark to equal the index at the start, or on the benchmark's first known day if that is later. */
function compareWith(points: PerformancePoint[], levels: readonly number[], closes: readonly Close[]): void {
  let next = 0;
  let close: number | undefined;
  let unit: number | undefined;
  for (const [index, point] of points.entries()) {
    for (; next < closes.length && (closes[next] as Close).day <= point.day; next++)
      close = Number((closes[next] as Close).close);
    if (close === undefined) continue;
    unit ??= (levels[index] as number) / close;
    point.benchmark = (close * unit).toFixed(2);
  }
}
