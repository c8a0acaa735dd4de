/** The verified result of each position in the ledger, by the market closes that count for it. */
import { growthOf, heldBetween, reinvestedOf } from './dividends';
import type { TrackedPosition } from './ledger-replay';
import { divideHalfUp, formatPrice, millionthsOf } from './money';
import { firstDayAfter, isGone, type MarketCloses, placeOf, type Span, spansOf } from './verified-spans';

export type VerifiedState =
  /** Counts, or counted until it ended. */
  | 'counted'
  /** The first market close after its entry is still to come. */
  | 'waiting'
  /** No closing price of its ticker has been known since its entry. */
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
  /** The days between which it counts, and their closing prices. The last known ones if it has not ended. */
  fromDay?: string;
  fromClose?: string;
  untilDay?: string;
  untilClose?: string;
  /** One span per ticker that it had; empty unless it counts. */
  spans: Span[];
  /** Whether its end was recorded and the final closing price is known. */
  hasEnded: boolean;
  /** Whether no closing price of its latest ticker has been known since it got that ticker. */
  isUnpriced: boolean;
  /** Set if prices were missing at the first market close that should have counted. */
  isPricedLate?: true;
  gainsPercent?: string;
  /** Including dividends. */
  totalGainsPercent?: string;
}

export function verifyPosition(position: TrackedPosition, market: MarketCloses): VerifiedPosition {
  const { id, ticker, tickers, name, kind, recordedAt, endRecordedAt, daysLate } = position;
  const facts = { id, ticker, name, recordedAt, daysLate, hasEnded: false, isUnpriced: false, spans: [] };
  if (kind === 'seeded') return { ...facts, state: 'sample' };
  const { state, spans } = spansOf(position, market);
  const isUnpriced = state === 'unpriced';
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return { ...facts, hasEnded: state === 'notHeld', isUnpriced, state };
  const benchmark = market.closes.get(market.benchmark) ?? [];
  const marketDay = benchmark[placeOf(benchmark, firstDayAfter(recordedAt, tickers[0]?.ticker ?? ticker, market))]?.day;
  // After a rename, the last span can be the old ticker's, and prices of the new one may follow.
  const isFinal = (end: string) =>
    state === 'counted' || state === 'notHeld' || isGone(benchmark, firstDayAfter(end, ticker, market));
  return {
    ...facts,
    hasEnded: last.hasEnded && endRecordedAt !== undefined && isFinal(endRecordedAt),
    isUnpriced,
    state: 'counted',
    spans,
    fromDay: first.from.day,
    fromClose: first.from.close,
    untilDay: last.until.day,
    untilClose: last.until.close,
    ...(marketDay !== undefined && marketDay < first.from.day && { isPricedLate: true }),
    gainsPercent: changeOver(spans),
    totalGainsPercent: changeOver(spans, market),
  };
}

/** The exact change, including dividends if `market` is given. */
function changeOver(spans: readonly Span[], market?: MarketCloses): string {
  let [before, after] = [1n, 1n];
  for (const { ticker, from, until, lastClose = until } of spans) {
    const growth = growthOf(market ? heldBetween(reinvestedOf(ticker, market), from.day, lastClose.day) : []);
    before *= millionthsOf(from.close) * growth.denominator;
    after *= millionthsOf(until.close) * growth.numerator;
  }
  return formatPrice(divideHalfUp((after - before) * 10_000n, before));
}
