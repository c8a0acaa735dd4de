/**
 * The spans of market closes for which a position counts: one per ticker it had. A rename ends one span and starts the
 * next by the same rules as closing and opening a position, so that it can't be used to choose a better price.
 */

import { type ClosesByTicker, inUsd, rateOn } from './exchange-rates';
import type { TrackedPosition } from './ledger-replay';
import { lowerBound } from './lower-bound';
import type { Close } from './performance';
import type { Dividend } from './schemas/gain';
import { addDays, firstCloseAfter } from './trading-day';
import { isOnUsExchange } from './us-symbol';
import { utcDay } from './utc-day';

/** Closing prices and dividends, without any entered prices. */
export interface MarketCloses {
  benchmark: string;
  /** Oldest first, in USD and today's shares. */
  closes: ReadonlyMap<string, readonly Close[]>;
  /** Oldest first, in USD per share and today's shares. */
  dividends?: ReadonlyMap<string, readonly Dividend[]> | undefined;
  /** Of tickers not quoted in USD; their `closes` are converted. */
  currencies?: ReadonlyMap<string, string> | undefined;
  /** By currency pair. */
  rates?: ClosesByTicker | undefined;
}

/**
 * The first day whose close is after a recorded time. Other exchanges, which may also quote in USD, close at other
 * times, some before New York's day starts. For them it is the next UTC day, whose closes are all still to come.
 */
export const firstDayAfter = (iso: string, ticker: string, { currencies }: MarketCloses): string =>
  currencies?.has(ticker) || !isOnUsExchange(ticker) ? addDays(utcDay(new Date(iso)), 1) : firstCloseAfter(iso);

/** A range between two closes, in today's shares. It counts on the days after `from`, up to `until`. */
export interface Span {
  ticker: string;
  from: Close;
  /** The last known close if it has not ended. */
  until: Close;
  hasEnded: boolean;
  /** Set if the stock was delisted: its last market close. `until` can have a later day and a lower price. */
  lastClose?: Close;
}

type TickerPeriod = { state: 'counted'; span: Span } | { state: 'waiting' | 'unpriced' | 'notHeld' };

/** A ticker without a closing price for this many of the benchmark's days has ended without one. */
const daysUntilConsideredGone = 10;

/** `state`: of the latest ticker, or of an earlier one whose last close is awaited. */
export function spansOf(
  { tickers, recordedAt, endRecordedAt, delistedAt }: TrackedPosition,
  market: MarketCloses,
): { state: TickerPeriod['state']; spans: Span[] } {
  const spans: Span[] = [];
  let earliest = firstDayAfter(recordedAt, tickers[0]?.ticker ?? '', market);
  let state: TickerPeriod['state'] = 'waiting';
  for (const [index, { ticker }] of tickers.entries()) {
    const renamedAt = tickers[index + 1]?.since;
    const end = renamedAt ?? endRecordedAt;
    const period = tickerPeriod(ticker, { earliest, end, delistedAt: renamedAt ? undefined : delistedAt }, market);
    state = period.state;
    if (period.state === 'counted') spans.push(period.span);
    if (renamedAt === undefined) {
      const before = spans.at(-1);
      if (period.state === 'counted' || !before || end === undefined || delistedAt === undefined) break;
      // Without a close under its latest ticker, a delisted stock ends under the one before.
      return delistedBeforeClose(spans, { endDay: firstDayAfter(end, before.ticker, market), delistedAt }, market);
    }
    // The next ticker counts once the last close of this one is known.
    if (period.state === 'counted' && !period.span.hasEnded) break;
    earliest = firstDayAfter(renamedAt, tickers[index + 1]?.ticker ?? '', market);
    const last = spans.at(-1);
    if (last && last.until.day > earliest) earliest = last.until.day;
  }
  return { state, spans };
}

function tickerPeriod(
  ticker: string,
  { earliest, end, delistedAt }: { earliest: string; end: string | undefined; delistedAt: string | undefined },
  market: MarketCloses,
): TickerPeriod {
  const closes = market.closes.get(ticker) ?? [];
  const benchmark = market.closes.get(market.benchmark) ?? [];
  const first = placeOf(closes, earliest);
  const from = closes[first];
  if (!from) return { state: benchmark[placeOf(benchmark, earliest)] ? 'unpriced' : 'waiting' };
  if (end === undefined) return counted(ticker, from, closes.at(-1) as Close, false);
  const endDay = firstDayAfter(end, ticker, market);
  if (delistedAt !== undefined) return delisted(ticker, { first, endDay, delistedAt }, market);
  const last = lastPlace(closes, benchmark, endDay);
  if (last <= first) return { state: 'notHeld' };
  return counted(ticker, from, closes[Math.min(last, closes.length - 1)] as Close, last < closes.length);
}

const counted = (ticker: string, from: Close, until: Close, hasEnded: boolean): TickerPeriod => ({
  state: 'counted',
  span: { ticker, from, until, hasEnded },
});

/**
 * A delisted stock ends at its first close after the delisting was recorded, or at the benchmark's if it has none. The
 * price that an administrator entered only counts if it is lower than the last close.
 */
function delisted(
  ticker: string,
  { first, endDay, delistedAt }: { first: number; endDay: string; delistedAt: string },
  market: MarketCloses,
): TickerPeriod {
  const [closes = [], benchmark = []] = [market.closes.get(ticker), market.closes.get(market.benchmark)];
  const from = closes[first] as Close;
  const next = closes[placeOf(closes, endDay)];
  const isTraded = next && placeOf(benchmark, next.day) - placeOf(benchmark, endDay) < daysUntilConsideredGone;
  const until = isTraded ? next : closes[placeOf(closes, endDay) - 1];
  // Without a close before the end, the later closes belong to another period.
  if (!until || until.day < from.day || (isTraded && until === from)) return { state: 'notHeld' };
  return { state: 'counted', span: endedAt({ ticker, from, until, hasEnded: true }, { endDay, delistedAt }, market) };
}

/**
 * A delisted stock without a close since it was renamed. It has not counted since the last close of its old ticker,
 * so only the day of its end changes, by the price at which it was delisted. Later closes of the old ticker belong to
 * another stock.
 */
function delistedBeforeClose(
  spans: readonly Span[],
  { endDay, delistedAt }: { endDay: string; delistedAt: string },
  market: MarketCloses,
): ReturnType<typeof spansOf> {
  const before = spans.at(-1) as Span;
  const ended = endedAt(before, { endDay, delistedAt }, market);
  if (before.until.day >= endDay) return { state: 'counted', spans: [...spans.slice(0, -1), ended] };
  if (!ended.hasEnded) return { state: 'waiting', spans: [...spans] };
  const from = { day: addDays(ended.until.day, -1), close: before.until.close };
  return { state: 'counted', spans: [...spans, { ...ended, from }] };
}

/** `until` is the last close. The end is its day, or the market's first one after the end was recorded. */
function endedAt(
  span: Span,
  { endDay, delistedAt }: { endDay: string; delistedAt: string },
  market: MarketCloses,
): Span {
  const { ticker, until } = span;
  const benchmark = market.closes.get(market.benchmark) ?? [];
  const day = until.day >= endDay ? until.day : benchmark[placeOf(benchmark, endDay)]?.day;
  if (day === undefined) return { ...span, hasEnded: false };
  const price = priceIn(ticker, delistedAt, until.day, market);
  const close = price !== undefined && Number(price) < Number(until.close) ? price : until.close;
  return { ...span, until: { day, close }, lastClose: until };
}

/** Converts to USD at the rate of the last close, which is known if that close is. */
function priceIn(ticker: string, price: string, day: string, { currencies, rates }: MarketCloses): string | undefined {
  const currency = currencies?.get(ticker);
  if (currency === undefined) return price;
  const rate = rateOn(currency, day, rates ?? new Map());
  return rate && inUsd(price, currency, rate);
}

/** The index of the first close on or after a day. */
export const placeOf = (closes: readonly Close[], day: string): number =>
  lowerBound(closes, (close) => close.day < day);

/** Whether a ticker without a closing price since this day is considered gone. */
export const isGone = (benchmark: readonly Close[], day: string): boolean =>
  benchmark.length - placeOf(benchmark, day) >= daysUntilConsideredGone;

/** The index of the first close after the end; of the last close if none will follow; out of range while pending. */
function lastPlace(closes: readonly Close[], benchmark: readonly Close[], earliest: string): number {
  const place = placeOf(closes, earliest);
  if (place < closes.length) return place;
  return isGone(benchmark, earliest) ? closes.length - 1 : closes.length;
}
