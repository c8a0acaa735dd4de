import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, heldBetween, reinvested, totalGain } from './dividends';
import { computePerformance } from './performance';
import { addDays } from './trading-day';

const dayAt = (index: number) => addDays('2026-01-05', index);
const closesOf = (...prices: (number | null)[]) =>
  prices.flatMap((price, index) => (price === null ? [] : [{ day: dayAt(index), close: price.toFixed(6) }]));
const paid = (index: number, amount: number) => ({ day: dayAt(index), amount: amount.toFixed(6) });

/** Prices in cents of consecutive days, some of them missing, and dividends on some of the days. */
const markets = fc.record({
  prices: fc.array(fc.option(fc.integer({ min: 100, max: 50_000 }), { nil: null }), { minLength: 2, maxLength: 25 }),
  dividends: fc.uniqueArray(fc.tuple(fc.nat(24), fc.integer({ min: 1, max: 90 })), { selector: ([day]) => day }),
  from: fc.nat(24),
  length: fc.nat(24),
});
const marketOf = ({ prices, dividends }: { prices: (number | null)[]; dividends: [number, number][] }) => ({
  closes: closesOf(...prices.map((cents) => (cents === null ? null : cents / 100))),
  dividends: dividends.sort(([a], [b]) => a - b).map(([day, cents]) => paid(day, cents / 100)),
});

describe('a reinvested dividend', () => {
  const closes = closesOf(100, 102, null, 104);

  it('is reinvested at the closing price of its ex-date or the next one, and waits without one', () => {
    expect(reinvested([paid(1, 1), paid(2, 1), paid(4, 1)], closes)).toEqual([
      { ...paid(1, 1), closeDay: dayAt(1), close: '102.000000' },
      { ...paid(2, 1), closeDay: dayAt(3), close: '104.000000' },
    ]);
  });

  it('belongs to holders before its ex-date', () => {
    const all = reinvested([paid(1, 1), paid(3, 1)], closes);
    expect(heldBetween(all, dayAt(0), dayAt(3))).toHaveLength(2);
    expect(heldBetween(all, dayAt(1), dayAt(3))).toMatchObject([paid(3, 1)]);
    expect(heldBetween(all, dayAt(0), dayAt(2))).toMatchObject([paid(1, 1)]);
    expect(heldBetween(all, dayAt(3), dayAt(3))).toEqual([]);
  });

  it('increases a gain, checked by hand: 100 to 110, with 5 at 50 after a 2:1 split', () => {
    const facts = { entryPrice: '100.00', purchaseDay: dayAt(0), price: '55.00', priceDay: dayAt(9) };
    const splits = [{ day: dayAt(2), numerator: 2, denominator: 1 }];
    const dividends = reinvested([paid(3, 5)], closesOf(50, 50, 50, 50));
    // 1.1 × (50 + 5) ÷ 50
    expect(totalGain({ ...facts, splits }, dividends)).toEqual({ totalGainsPercent: '21.00' });
    expect(totalGain({ ...facts, price: null, splits }, dividends)).toEqual({});
  });
});

describe('for any market', () => {
  it('counts each ex-date after the first day and up to the last once', () => {
    fc.assert(
      fc.property(markets, (market) => {
        const { closes, dividends } = marketOf(market);
        const [from, until] = [dayAt(market.from), dayAt(market.from + market.length)];
        const held = heldBetween(reinvested(dividends, closes), from, until);
        expect(held.every(({ day, closeDay }) => from < day && day <= closeDay && closeDay <= until)).toBe(true);
        expect(new Set(held.map(({ day }) => day)).size).toBe(held.length);
      }),
    );
  });

  it('the growth of a period is the product of its parts', () => {
    fc.assert(
      fc.property(markets, fc.nat(24), (market, cut) => {
        const { closes, dividends } = marketOf(market);
        fc.pre(closes.length > 1);
        const all = reinvested(dividends, closes);
        const ends = [closes[0]?.day, closes[cut % Math.max(1, closes.length)]?.day, closes.at(-1)?.day] as string[];
        const [first, middle, last] = ends as [string, string, string];
        const parts = [heldBetween(all, first, middle), heldBetween(all, middle, last)].map(growthOf);
        const whole = growthOf(heldBetween(all, first, last));
        expect(parts.reduce((product, part) => product * part.numerator, 1n)).toBe(whole.numerator);
        expect(parts.reduce((product, part) => product * part.denominator, 1n)).toBe(whole.denominator);
      }),
    );
  });

  it('a split changes nothing, because amounts and closing prices are in the same shares', () => {
    fc.assert(
      fc.property(markets, fc.integer({ min: 2, max: 20 }), (market, ratio) => {
        const { closes, dividends } = marketOf(market);
        const times = (decimal: string) => (Number(decimal) * ratio).toFixed(6);
        const before = growthOf(reinvested(dividends, closes));
        const after = growthOf(
          reinvested(
            dividends.map(({ day, amount }) => ({ day, amount: times(amount) })),
            closes.map(({ day, close }) => ({ day, close: times(close) })),
          ),
        );
        expect(before.numerator * after.denominator).toBe(after.numerator * before.denominator);
      }),
    );
  });

  it('the total return index equals the price index without dividends, and is never lower', () => {
    fc.assert(
      fc.property(markets, (market) => {
        const { closes, dividends } = marketOf(market);
        const input = {
          holdings: [{ ticker: 'A', entryPrice: '100.00', purchaseDay: dayAt(market.from) }],
          closes: new Map([['A', closes]]),
          splits: new Map(),
          benchmark: 'A',
        };
        const without = computePerformance(input);
        const last = without.points.at(-1);
        fc.pre(last !== undefined);
        expect(without.totalReturnPercent).toBe((Number(last?.book) - 100).toFixed(2));
        const total = Number(
          computePerformance({ ...input, dividends: new Map([['A', dividends]]) }).totalReturnPercent,
        );
        expect(total).toBeGreaterThanOrEqual(Number(without.totalReturnPercent));
        const later = dividends.filter(({ day }) => day > dayAt(market.from));
        const own = computePerformance({ ...input, dividends: new Map([['A', later]]) });
        expect(Number(own.totalReturnPercent)).toBe(total);
      }),
    );
  });
});

describe('the index, checked by hand', () => {
  it('adds dividends of the days on which a position was held', () => {
    const input = {
      holdings: [
        { ticker: 'A', entryPrice: '100.00', purchaseDay: dayAt(1), exit: { day: dayAt(3), price: '110.00' } },
      ],
      closes: new Map([
        ['A', closesOf(100, 100, 100, 100, 100)],
        ['SPY', closesOf(500, 500, 500, 500, 500)],
      ]),
      splits: new Map(),
      benchmark: 'SPY',
    };
    // On the purchase day, on a day held, on the exit day (still counts), and after it.
    const dividends = new Map([
      ['A', [paid(1, 10), paid(2, 10), paid(3, 10), paid(4, 10)]],
      ['SPY', [paid(0, 50), paid(2, 50)]],
    ]);
    expect(computePerformance({ ...input, dividends })).toMatchObject({
      // 1.1 × 1.1 × 1.1, and 550 ÷ 500.
      totalReturnPercent: '33.10',
      benchmarkTotalReturnPercent: '10.00',
    });
  });
});
