import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pricesOf, type TimedLedgerEvent, timedLedgerOf, verifiedOf } from './testing/sample-market';
import type { PriceBook } from './track-record';
import { addDays } from './trading-day';
import { dayMs } from './utc-day';

describe('any sequence of forms', () => {
  const tickers = ['A', 'B', 'BTC-USD', 'NONE'];
  const price = fc.integer({ min: 1, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2));
  const form = fc.record({
    kind: fc.constantFrom<TimedLedgerEvent['kind']>(
      'opened',
      'imported',
      'closed',
      'deleted',
      'corrected',
      'renamed',
      'delisted',
    ),
    id: fc.constantFrom('p1', 'p2', 'p3', 'p4'),
    ticker: fc.constantFrom(...tickers),
    entryPrice: price,
    closePrice: price,
    /** Stated purchase, up to four years ago. */
    daysBack: fc.integer({ min: 0, max: 1500 }),
    /** Minutes until the next form. */
    minutes: fc.integer({ min: 0, max: 3000 }),
  });
  const market = fc.record(
    Object.fromEntries(
      ['A', 'B', 'SPY'].map((ticker) => [
        ticker,
        fc.array(fc.option(fc.integer({ min: 1, max: 100_000 }), { freq: 5 }), { minLength: 30, maxLength: 30 }),
      ]),
    ) as Record<string, fc.Arbitrary<(number | null)[]>>,
  );

  type Form = typeof form extends fc.Arbitrary<infer One> ? One : never;
  function eventsBy(forms: readonly Form[], start = Date.parse('2026-01-05T12:00:00.000Z')): TimedLedgerEvent[] {
    let time = start;
    return forms.map(({ kind, id, ticker, entryPrice, closePrice, daysBack, minutes }) => {
      time += minutes * 60_000;
      const at = new Date(time).toISOString();
      const purchaseDate = new Date(time - daysBack * dayMs).toISOString();
      if (kind === 'renamed') return { kind, at, id, facts: { ticker, to: id === 'p1' ? 'A' : 'B' } };
      if (kind === 'delisted') return { kind, at, id, facts: { ticker, price: id === 'p1' ? '0.00' : '5.00' } };
      const end = kind === 'closed' && { closePrice, closeDate: at };
      return { kind, at, id, position: { ticker, entryPrice, purchaseDate, ...end } };
    });
  }
  /** The prices that were known at a moment. */
  const knownAt = ({ closes, ...prices }: PriceBook, at: string): PriceBook => ({
    ...prices,
    closes: new Map(
      [...closes].map(([ticker, list]) => [ticker, list.filter(({ day }) => `${day}T21:00:00.000Z` < at)]),
    ),
  });

  it('no form changes the verified return at the moment it is submitted', () => {
    fc.assert(
      fc.property(fc.array(form, { minLength: 1, maxLength: 14 }), market, (forms, closes) => {
        const events = eventsBy(forms);
        const prices = pricesOf(closes);
        for (let count = 1; count <= events.length; count++) {
          const now = knownAt(prices, (events[count - 1] as TimedLedgerEvent).at);
          const before = verifiedOf(timedLedgerOf(...events.slice(0, count - 1)), now);
          const after = verifiedOf(timedLedgerOf(...events.slice(0, count)), now);
          expect(after.points).toEqual(before.points);
        }
      }),
      { numRuns: 200 },
    );
  });

  /** Also on weekends. */
  const allDays = Array.from({ length: 42 }, (_, index) => ({
    day: addDays('2026-01-05', index),
    close: `${20_000 + 7919 * (index % 5)}.000000`,
  }));

  it('the index only grows if every ticker has a closing price each day or never', () => {
    fc.assert(
      fc.property(fc.array(form, { minLength: 1, maxLength: 14 }), market, fc.boolean(), (forms, closes, isTraded) => {
        const events = eventsBy(forms);
        const every = (ticker: string) => (closes[ticker] ?? []).map((close) => close ?? 50);
        const weekdays = pricesOf({ A: every('A'), ...(isTraded && { B: every('B') }) });
        const prices = { ...weekdays, closes: new Map(weekdays.closes).set('BTC-USD', allDays) };
        const final = verifiedOf(timedLedgerOf(...events), prices).points;
        for (const [index, { at }] of events.entries()) {
          const { points } = verifiedOf(timedLedgerOf(...events.slice(0, index + 1)), knownAt(prices, at));
          expect(final.slice(0, points.length)).toEqual(points);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('entered prices and dates do not affect the verified record', () => {
    fc.assert(
      fc.property(fc.array(form, { maxLength: 12 }), market, price, (forms, closes, other) => {
        const prices = pricesOf(closes);
        const retyped = forms.map((form) => ({ ...form, entryPrice: other, closePrice: other, daysBack: 0 }));
        const [record, again] = [forms, retyped].map((some) => verifiedOf(timedLedgerOf(...eventsBy(some)), prices));
        expect(again?.points).toEqual(record?.points);
        expect([again?.averageGain, again?.hitRate]).toEqual([record?.averageGain, record?.hitRate]);
      }),
      { numRuns: 200 },
    );
  });
});
