/**
 * Which closing prices count for each position of the ledger: from the first market close after its entry was recorded
 * to the first one after its end was recorded. Nothing that an administrator typed is used here, only when it was typed.
 */
import type { TrackedPosition } from './ledger-replay';
import { divideHalfUp, formatPrice } from './money';
import type { Close } from './performance';
import { firstCloseAfter } from './trading-day';

/** Only closing prices. */
export interface MarketCloses {
  benchmark: string;
  /** Oldest first, in USD and today's shares. */
  closes: ReadonlyMap<string, readonly Close[]>;
}

export type VerifiedState =
  /** Counts, or counted until it ended. */
  | 'counted'
  /** The first market close after its entry is still to come. */
  | 'waiting'
  /** Closing prices of its ticker have never been known since its entry. */
  | 'unpriced'
  /** Its end was recorded before any market close could count. */
  | 'notHeld'
  | 'sample';

export interface VerifiedPosition {
  id: string;
  ticker: string;
  name: string;
  state: VerifiedState;
  recordedAt: string;
  daysLate: number;
  /** The days between which it counts, and the closing prices on them; the last known ones while it has not ended. */
  fromDay?: string;
  fromClose?: string;
  untilDay?: string;
  untilClose?: string;
  /** The last close that counts is known. */
  hasEnded: boolean;
  /** Its first known close came after the market's first close that would have counted. */
  isPricedLate?: true;
  gainsPercent?: string;
}

/** A position whose ticker has no closing price for so many of the benchmark's days has ended without one. */
const patienceDays = 10;

export function verifyPosition(position: TrackedPosition, market: MarketCloses): VerifiedPosition {
  const { id, ticker, name, kind, recordedAt, daysLate, endRecordedAt } = position;
  const told = { id, ticker, name, recordedAt, daysLate, hasEnded: false };
  if (kind === 'seeded') return { ...told, state: 'sample' };
  const closes = market.closes.get(ticker) ?? [];
  const benchmark = market.closes.get(market.benchmark) ?? [];
  const earliest = firstCloseAfter(recordedAt);
  const first = placeOf(closes, earliest);
  const end =
    endRecordedAt === undefined ? closes.length : lastPlace(closes, benchmark, firstCloseAfter(endRecordedAt));
  const [from, until] = [closes[first], closes[Math.min(end, closes.length - 1)]];
  if (!from) return { ...told, state: benchmark[placeOf(benchmark, earliest)] ? 'unpriced' : 'waiting' };
  if (!until || end <= first) return { ...told, hasEnded: true, state: 'notHeld' };
  const isPricedLate = (benchmark[placeOf(benchmark, earliest)]?.day ?? from.day) < from.day;
  return {
    ...told,
    hasEnded: end < closes.length,
    state: 'counted',
    fromDay: from.day,
    fromClose: from.close,
    untilDay: until.day,
    untilClose: until.close,
    ...(isPricedLate && { isPricedLate }),
    gainsPercent: changeBetween(from.close, until.close),
  };
}

/** The place of the first close that is not before a day. */
function placeOf(closes: readonly Close[], day: string): number {
  let [low, high] = [0, closes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((closes[middle] as Close).day < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first close after the end. One that never comes leaves the last known one. */
function lastPlace(closes: readonly Close[], benchmark: readonly Close[], earliest: string): number {
  const place = placeOf(closes, earliest);
  if (place < closes.length) return place;
  const isGone = benchmark.length - placeOf(benchmark, earliest) >= patienceDays;
  return isGone ? closes.length - 1 : closes.length;
}

/** Exact: closing prices have up to six decimals. */
function changeBetween(from: string, to: string): string {
  const [before, after] = [millionthsOf(from), millionthsOf(to)];
  return formatPrice(divideHalfUp((after - before) * 10_000n, before));
}

function millionthsOf(close: string): bigint {
  const [whole = '0', decimals = ''] = close.split('.');
  return BigInt(whole + decimals.padEnd(6, '0').slice(0, 6));
}
