import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '~/shared/trading-day';
import { checkDividends, type DividendInput, type StoredDividend } from './check-dividends';

const dayAt = (index: number) => addDays('2026-01-05', index);
const closes = Array.from({ length: 30 }, (_, index) => ({ day: dayAt(index), close: '100.000000' }));
const through = dayAt(29);
const paid = (index: number, amount: number) => ({ day: dayAt(index), amount });
const check = (input: Partial<DividendInput>) =>
  checkDividends({
    reported: [],
    known: [],
    source: 'first',
    closes,
    splits: [],
    throughOf: () => through,
    ...input,
  });
const stored = (index: number, amount: string, more: Partial<StoredDividend> = {}): StoredDividend => ({
  ...{ day: dayAt(index), amount, through: dayAt(index), source: 'first', state: 'reported' },
  ...more,
});

describe('a reported dividend', () => {
  it('is kept once, with the day up to which it includes splits', () => {
    const [kept] = check({ reported: [paid(10, 0.24)] });
    expect(kept).toEqual(stored(10, '0.240000', { through }));
    expect(check({ reported: [paid(10, 0.24)], known: [stored(10, '0.240000')] })).toEqual([]);
    expect(check({ reported: [paid(10, 0.24)], known: [stored(10, '0.240000', { source: 'second' })] })).toEqual([]);
  });

  it('is corrected by a new amount, but not by rounding', () => {
    const known = [stored(10, '0.240000')];
    expect(check({ reported: [paid(10, 0.25)], known })).toMatchObject([{ amount: '0.250000', state: 'reported' }]);
    expect(check({ reported: [paid(10, 0.240001)], known })).toEqual([]);
  });

  it('is the same after a split that the new amount includes', () => {
    const splits = [{ day: dayAt(20), numerator: 4, denominator: 1 }];
    const known = [stored(10, '0.240000')];
    expect(check({ reported: [paid(10, 0.06)], known, splits })).toEqual([]);
    expect(check({ reported: [paid(10, 0.24)], known, splits })).toMatchObject([{ amount: '0.240000', through }]);
  });

  it('that moved by a day, or has another day at another source, replaces the first', () => {
    const moved = [
      { amount: '0.240100', day: dayAt(11), state: 'reported' },
      stored(10, '0.24', { state: 'withdrawn' }),
    ];
    const reported = [paid(11, 0.2401)];
    expect(check({ reported, known: [stored(10, '0.24')] })).toMatchObject(moved);
    expect(check({ reported, known: [stored(10, '0.24')], source: 'second' })).toMatchObject(moved);
    expect(check({ reported: [paid(10, 0.24), paid(11, 0.24)] })).toMatchObject([{ day: dayAt(11) }]);
  });

  it('that is no longer reported is withdrawn, unless only another source does not know it', () => {
    const known = [stored(10, '0.24')];
    expect(check({ known })).toEqual([stored(10, '0.24', { state: 'withdrawn' })]);
    expect(check({ known, source: 'second' })).toEqual([]);
    expect(check({ known, closes: closes.slice(12) }), 'before the days of this reading').toEqual([]);
    expect(check({ known, closes: [] })).toEqual([]);
  });

  it.each([0, -1, Number.NaN, 0.0000001, 60, 1000])('of %s is dropped', (amount) => {
    expect(check({ reported: [paid(10, amount)] })).toEqual([]);
  });

  it('that is large counts if the price fell with it', () => {
    const fallen = closes.map((close, index) => (index < 10 ? close : { ...close, close: '75.000000' }));
    expect(check({ reported: [paid(10, 30)], closes: fallen })).toMatchObject([{ amount: '30.000000' }]);
    expect(check({ reported: [paid(10, 60)], closes: fallen })).toEqual([]);
  });

  it('waits for a closing price on its ex-date or later, and requires one before it', () => {
    expect(check({ reported: [paid(0, 1), paid(30, 1)] })).toEqual([]);
  });
});

describe('reports by any source, however often', () => {
  it('never lead to two dividends of nearly the same amount within three days', () => {
    const reading = fc.record({
      source: fc.constantFrom('first', 'second'),
      reported: fc.uniqueArray(fc.tuple(fc.nat(29), fc.constantFrom(0.24, 0.2401, 0.5, 3)), {
        selector: ([day]) => day,
      }),
    });
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 6 }), (readings) => {
        const known = new Map<string, StoredDividend>();
        for (const { source, reported } of readings) {
          const changes = check({
            reported: reported.map(([day, amount]) => paid(day, amount)),
            known: [...known.values()],
            source,
          });
          for (const dividend of changes) known.set(dividend.day, dividend);
        }
        const counting = [...known.values()].filter(({ state }) => state === 'reported');
        for (const a of counting)
          for (const b of counting)
            if (a !== b && Math.abs(daysBetween(a.day, b.day)) <= 3)
              expect(Math.abs(Number(a.amount) - Number(b.amount))).toBeGreaterThan(0.01);
        expect(counting.length).toBeLessThanOrEqual(30);
      }),
    );
  });
});
