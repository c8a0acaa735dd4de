import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeGain, quickGain } from './gain';
import { formatPrice } from './money';
import type { GainFacts, Split } from './schemas/gain';

const split = (day: string, numerator: number, denominator = 1): Split => ({ day, numerator, denominator });
const tesla = [split('2022-08-25', 3), split('2020-08-31', 5)];
const alphabet = [split('2022-07-18', 20)];
/** One new share for eight old ones. */
const reverse = [split('2024-03-04', 1, 8)];

const facts = (entryPrice: string, purchaseDay: string, price: string | null, more: Partial<GainFacts>): GainFacts => ({
  entryPrice,
  purchaseDay,
  price,
  priceDay: price === null ? null : '2026-11-20',
  splits: [],
  ...more,
});

describe('a gain across splits, checked by hand', () => {
  it.each<[string, GainFacts, string, string, string]>([
    // 430.26 ÷ 15 = 28.684; 250.10 ÷ 28.684 − 1 = 7.71914…
    ['before both of Tesla', facts('430.26', '2020-01-02', '250.10', { splits: tesla }), '15/1', '28.684', '771.91'],
    // 498.32 ÷ 3 = 166.10666…; 250.10 × 3 ÷ 498.32 − 1 = 0.505658…
    [
      'on the day of the first',
      facts('498.32', '2020-08-31', '250.10', { splits: tesla }),
      '3/1',
      '166.106667',
      '50.57',
    ],
    // The last trading day before the first: 2213.40 ÷ 15 = 147.56
    [
      'the day before the first',
      facts('2213.40', '2020-08-28', '250.10', { splits: tesla }),
      '15/1',
      '147.56',
      '69.49',
    ],
    // 891.29 ÷ 3 = 297.09666…; 250.10 × 3 ÷ 891.29 − 1 = −0.158186…
    [
      'the day before the second',
      facts('891.29', '2022-08-24', '250.10', { splits: tesla }),
      '3/1',
      '297.096667',
      '-15.82',
    ],
    ['on the day of the second', facts('296.07', '2022-08-25', '250.10', { splits: tesla }), '1/1', '296.07', '-15.53'],
    // 2235.55 ÷ 20 = 111.7775; 180.00 ÷ 111.7775 − 1 = 0.610341…
    [
      'before that of Alphabet',
      facts('2235.55', '2022-07-15', '180.00', { splits: alphabet }),
      '20/1',
      '111.7775',
      '61.03',
    ],
    [
      'on the day of Alphabet’s',
      facts('109.03', '2022-07-18', '180.00', { splits: alphabet }),
      '1/1',
      '109.03',
      '65.09',
    ],
    // 1.25 × 8 = 10; 7.50 ÷ 10 − 1 = −25 %
    ['before a reverse split', facts('1.25', '2024-03-01', '7.50', { splits: reverse }), '1/8', '10.00', '-25.00'],
  ])('bought %s', (_, given, splitFactor, decimal, gainsPercent) => {
    const gain = computeGain(given);
    expect(gain).toMatchObject({ splitFactor, gainsPercent, adjustedEntry: { decimal } });
    expect(quickGain(given)).toEqual({ gainsPercent, ...(splitFactor !== '1/1' && { splitFactor }) });
  });

  it('ignores splits after the price, both of closed positions and of old quotes', () => {
    const closed = facts('2000.00', '2020-08-28', '2200.00', { splits: tesla, priceDay: '2020-08-28' });
    expect(quickGain(closed)).toEqual({ gainsPercent: '10.00' });
    // A price of the split's day is for new shares: 440 × 5 ÷ 2000 − 1.
    expect(quickGain({ ...closed, price: '440.00', priceDay: '2020-08-31' })).toEqual({
      gainsPercent: '10.00',
      splitFactor: '5/1',
    });
    expect(quickGain({ ...closed, price: '900.00', priceDay: '2022-08-24' })).toEqual({
      gainsPercent: '125.00',
      splitFactor: '5/1',
    });
  });

  it('compares a price from before a split with a purchase after it in the same shares', () => {
    const bought = facts('440.00', '2020-08-31', '2200.00', { splits: tesla, priceDay: '2020-08-28' });
    expect(quickGain(bought)).toEqual({ gainsPercent: '0.00' });
    expect(computeGain(bought)).toMatchObject({
      splits: [split('2020-08-31', 1, 5)],
      splitFactor: '1/5',
      adjustedEntry: { decimal: '2200.00' },
      gainsPercent: '0.00',
    });
    // A split before both, or after both, changes nothing.
    const later = { ...bought, purchaseDay: '2020-08-28', priceDay: '2020-08-27', entryPrice: '2200.00' };
    expect(quickGain(later)).toEqual({ gainsPercent: '0.00' });
  });

  it('explains its steps, and marks rounded figures', () => {
    const gain = computeGain(facts('498.32', '2020-08-31', '250.10', { splits: tesla }));
    expect(gain.splits).toEqual([split('2022-08-25', 3)]);
    expect(gain.adjustedEntry).toEqual({ fraction: '12458/75', decimal: '166.106667', isExact: false });
    expect(gain.steps).toEqual([
      { label: 'Split factor', sum: '3/1', result: '3/1' },
      { label: 'Adjusted entry', sum: '498.32 ÷ (3/1)', result: '12458/75 ≈ 166.106667' },
      { label: 'Difference', sum: '250.10 − (12458/75)', result: '12599/150' },
      {
        label: 'As a percentage of the adjusted entry price',
        sum: '(12599/150) ÷ (12458/75) × 100',
        result: '≈ 50.565901',
      },
      { label: 'Rounded', sum: 'to two decimals (halves away from zero)', result: '50.57%' },
    ]);
  });

  it('stops at the entry if no price is known', () => {
    const gain = computeGain(facts('430.26', '2020-01-02', null, { splits: tesla }));
    expect(gain).toMatchObject({ splitFactor: '15/1', adjustedEntry: { decimal: '28.684', isExact: true } });
    expect(gain).not.toHaveProperty('gainsPercent');
    expect(quickGain(facts('5.00', '2024-01-02', null, {}))).toEqual({});
  });

  it('rejects invalid splits', () => {
    for (const numerator of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() =>
        quickGain(facts('5.00', '2024-01-02', '6.00', { splits: [split('2024-02-01', numerator)] })),
      ).toThrow(RangeError);
    // Some providers write 3:2 as 1.5 for 1.
    expect(quickGain(facts('3.00', '2024-01-02', '3.00', { splits: [split('2024-02-01', 1.5)] }))).toEqual({
      gainsPercent: '50.00',
      splitFactor: '3/2',
    });
  });
});

/** An independent check: fractions are cross-multiplied and compared, never rounded. */
describe('10,000 pairs', () => {
  const cents = fc.bigInt({ min: 1n, max: 9_999_999_999n });
  const part = fc.integer({ min: 1, max: 50 });
  const splits = fc.array(
    fc.record({
      day: fc.integer({ min: 1, max: 28 }).map((n) => `2024-02-${String(n).padStart(2, '0')}`),
      numerator: part,
      denominator: part,
    }),
    { maxLength: 3 },
  );
  const hundredths = (percent: string) => BigInt(percent.replace('.', ''));
  const size = (value: bigint) => (value < 0n ? -value : value);

  /** |shown − exact| ≤ ½ hundredth; at exactly ½, the shown value is further from zero. */
  function isNearest(shown: bigint, numerator: bigint, denominator: bigint): boolean {
    const error = size(shown * denominator - numerator) * 2n;
    return error < denominator || (error === denominator && size(shown) * denominator > size(numerator));
  }

  it('are the exact quotient, rounded once', () => {
    fc.assert(
      fc.property(cents, cents, (entry, price) => {
        const { gainsPercent } = quickGain(facts(formatPrice(entry), '2024-01-02', formatPrice(price), {}));
        return isNearest(hundredths(gainsPercent as string), (price - entry) * 10_000n, entry);
      }),
      { numRuns: 10_000 },
    );
  });

  it('are also exact with splits, and equal the step by step calculation', () => {
    fc.assert(
      fc.property(cents, cents, splits, (entry, price, all) => {
        const given = facts(formatPrice(entry), '2024-02-10', formatPrice(price), {
          splits: all,
          priceDay: '2024-02-20',
        });
        const counted = all.filter(({ day }) => day > '2024-02-10' && day <= '2024-02-20');
        const above = counted.reduce((product, { numerator }) => product * BigInt(numerator), 1n);
        const below = counted.reduce((product, { denominator }) => product * BigInt(denominator), 1n);
        const { gainsPercent } = quickGain(given);
        expect(computeGain(given).gainsPercent).toBe(gainsPercent);
        return isNearest(hundredths(gainsPercent as string), (price * above - entry * below) * 10_000n, entry * below);
      }),
      { numRuns: 10_000 },
    );
  });

  it('are the change of one holding’s value, in whatever order purchase, price and splits are', () => {
    const day = fc.integer({ min: 1, max: 28 }).map((n) => `2024-02-${String(n).padStart(2, '0')}`);
    fc.assert(
      fc.property(cents, cents, splits, day, day, (entry, price, all, purchaseDay, priceDay) => {
        const given = facts(formatPrice(entry), purchaseDay, formatPrice(price), { splits: all, priceDay });
        /** The shares that one share of before the first split has become on a day. */
        const sharesOn = (on: string) =>
          all
            .filter((one) => one.day <= on)
            .reduce(([n, d], s) => [n * BigInt(s.numerator), d * BigInt(s.denominator)], [1n, 1n]) as [bigint, bigint];
        const [bought, now] = [sharesOn(purchaseDay), sharesOn(priceDay)];
        const [before, after] = [entry * bought[0] * now[1], price * now[0] * bought[1]];
        const { gainsPercent } = quickGain(given);
        expect(computeGain(given).gainsPercent).toBe(gainsPercent);
        return isNearest(hundredths(gainsPercent as string), (after - before) * 10_000n, before);
      }),
      { numRuns: 2_000 },
    );
  });
});
