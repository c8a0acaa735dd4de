/** Random ledgers and prices by seed, so that failures can be reproduced. */

import type { LedgerEntry, PublishedCloses } from '~/shared/schemas/track-record';
import { utcDay } from '~/shared/utc-day';
import { type LedgerEvent, ledgerOf } from './sample-ledger';

/** `roll(6)` returns 0 to 5. */
type Roll = (limit: number) => number;

function rollOf(seed: number): Roll {
  let state = (seed * 2654435761) >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const dayAt = (index: number) => utcDay(new Date(Date.UTC(2026, 0, 1 + index)));
const centsOf = (roll: Roll) => (50 + roll(100_000) / 1000).toFixed(2);

/**
 * Covers purchases before, on and after known days, missing prices, splits, renames, delistings and all kinds of ends.
 */
export function randomLedger(seed: number): { entries: LedgerEntry[]; prices: PublishedCloses } {
  const roll = rollOf(seed);
  // X.L trades on another exchange, in USD unless it has another currency.
  const tickers = ['A', 'X.L', 'B', 'D'].slice(0, 1 + roll(4));
  const events = eventsBy(roll, tickers);
  return { entries: ledgerOf(...events), prices: pricesBy(roll, tickers, 10 + events.length + roll(20)) };
}

function pricesBy(roll: Roll, tickers: readonly string[], count: number): PublishedCloses {
  const days = Array.from({ length: count }, (_, index) => dayAt(index)).filter(() => roll(10) > 1);
  const some = tickers.filter(() => roll(5) > 0);
  // A stock that is no longer traded has no closing prices from some day on.
  const lastDays = new Map(some.map((ticker) => [ticker, roll(3) === 0 ? roll(count) : count]));
  const closesOf = (ticker: string) =>
    days.map((day) => (roll(5) === 0 || day > dayAt(lastDays.get(ticker) ?? count) ? null : centsOf(roll)));
  const half = () => roll(2) === 0;
  const splitBy = () => [{ day: dayAt(roll(20)), numerator: 1 + roll(5), denominator: 1 + roll(3) }];
  const dividendsBy = () =>
    Array.from({ length: 1 + roll(4) }, () => roll(count))
      .sort((a, b) => a - b)
      .filter((day, index, all) => day !== all[index - 1])
      .map((day) => ({ day: dayAt(day), amount: (roll(9_000) / 1000 + 0.0125).toFixed(6) }));
  const quoteBy = () => ({ price: centsOf(roll), asOf: new Date(`${dayAt(18)}T21:00:00Z`), source: 'test' });
  const prices: PublishedCloses = {
    benchmark: 'SPY',
    days,
    closes: Object.fromEntries([...some, 'SPY'].map((ticker) => [ticker, closesOf(ticker)])),
    splits: Object.fromEntries(tickers.filter(half).map((ticker) => [ticker, splitBy()])),
    dividends: Object.fromEntries([...tickers, 'SPY'].filter(half).map((ticker) => [ticker, dividendsBy()])),
    quotes: Object.fromEntries(tickers.filter(half).map((ticker) => [ticker, quoteBy()])),
    nextCursor: null,
  };
  return roll(3) === 0 ? prices : withForeign(prices, roll);
}

/** Approximate rates of the currency pairs. */
const rates = { 'EURUSD=X': 1.08, 'USDJPY=X': 150, 'GBPUSD=X': 1.27, 'USDKWD=X': 0.307 };

/** Some tickers in other currencies, and exchange rates with gaps of days, weeks or whole pairs. */
function withForeign(prices: PublishedCloses, roll: Roll): PublishedCloses {
  const names = ['EUR', 'JPY', 'GBp', 'GBX', 'KWD', 'ZZZ'];
  const [closes, quotes, known] = [{ ...prices.closes }, { ...prices.quotes }, {} as PublishedCloses['closes']];
  const foreign: NonNullable<PublishedCloses['foreign']> = {};
  for (const [ticker, list] of Object.entries(prices.closes)) {
    if (ticker === 'SPY' || roll(2) === 0) continue;
    const quote = quotes[ticker];
    foreign[ticker] = { currency: names[roll(names.length)] as string, closes: list, ...(quote && { quote }) };
    delete closes[ticker];
    delete quotes[ticker];
  }
  for (const [pair, middle] of Object.entries(rates)) {
    if (roll(6) === 0) continue;
    const gap = roll(40);
    known[pair] = prices.days.map((_, index) =>
      roll(5) === 0 || (index >= gap && index < gap + 9) ? null : (middle * (0.8 + roll(400) / 1000)).toFixed(6),
    );
  }
  return { ...prices, closes, quotes, foreign, rates: known };
}

function eventsBy(roll: Roll, tickers: readonly string[]): LedgerEvent[] {
  const events: LedgerEvent[] = [];
  const anyTicker = () => tickers[roll(tickers.length)] as string;
  for (let index = 0; index <= roll(8); index++) {
    const position = {
      ticker: anyTicker(),
      entryPrice: centsOf(roll),
      purchaseDate: `${dayAt(roll(22))}T00:00:00.000Z`,
    };
    events.push([roll(8) === 0 ? 'seeded' : roll(4) === 0 ? 'imported' : 'opened', `p${index}`, position]);
    events.push(...laterOf(roll, `p${index}`, position, anyTicker));
  }
  return events;
}

type Bought = { ticker: string; entryPrice: string; purchaseDate: string };

function laterOf(roll: Roll, name: string, position: Bought, anyTicker: () => string): LedgerEvent[] {
  const closing = { closePrice: centsOf(roll), closeDate: `${dayAt(roll(24))}T15:30:00.000Z` };
  const market = { price: centsOf(roll), asOf: `${dayAt(roll(24))}T20:00:00.000Z`, source: 'test' };
  switch (roll(9)) {
    case 1:
      return [['closed', name, { ...position, ...closing }]];
    case 2:
      return [
        ['closed', name, { ...position, ...closing }],
        ['deleted', name, position],
      ];
    case 3:
      return [['deleted', name, position, { market }]];
    case 4:
      return [['corrected', name, { ...position, entryPrice: centsOf(roll), name: 'renamed' }]];
    case 5:
      return [{ kind: 'renamed', facts: { ticker: position.ticker, to: anyTicker() } }];
    case 6:
      return [{ kind: 'delisted', facts: { ticker: anyTicker(), price: roll(2) === 0 ? '0.00' : centsOf(roll) } }];
    case 7:
      return [
        { kind: 'renamed', facts: { ticker: position.ticker, to: anyTicker() } },
        { kind: 'delisted', facts: { ticker: anyTicker(), price: centsOf(roll) } },
      ];
    case 8: {
      const [next, last] = [anyTicker(), anyTicker()];
      return [
        { kind: 'renamed', facts: { ticker: position.ticker, to: next } },
        { kind: 'renamed', facts: { ticker: next, to: last } },
        ...(roll(2) === 0 ? [{ kind: 'delisted' as const, facts: { ticker: last, price: centsOf(roll) } }] : []),
      ];
    }
    default:
      return [];
  }
}
