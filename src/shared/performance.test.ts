import { describe, expect, it } from 'vitest';
import { type Close, computePerformance, type Holding, largestFall, percentOf } from './performance';
import type { Split } from './schemas/gain';

/** 2026-01-05 is a Monday. */
const days = ['2026-01-02', '2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'];
const closes = (...prices: (string | null)[]): Close[] =>
  prices.flatMap((close, index) => (close === null ? [] : [{ day: days[index] as string, close }]));

function indexOf(
  holdings: Holding[],
  known: Record<string, Close[]>,
  splits: Record<string, Split[]> = {},
): [string, string, string?][] {
  const input = { closes: new Map(Object.entries(known)), splits: new Map(Object.entries(splits)), benchmark: 'SPY' };
  const { points } = computePerformance({ ...input, holdings });
  return points.map(({ day, book, benchmark }) => (benchmark ? [day.slice(5), book, benchmark] : [day.slice(5), book]));
}

describe('the index of the portfolio, checked by hand', () => {
  it('goes from the entry to the closing price on the first day, then between closing prices', () => {
    const holding = { ticker: 'A', entryPrice: '100.00', purchaseDay: '2026-01-05' };
    // +10 %, then −10 %, then nothing: 110, 99, 99.
    const known = {
      A: closes('90.00', '110.00', '99.00', '99.00'),
      SPY: closes('500.00', '505.00', '500.00', '510.00'),
    };
    expect(indexOf([holding], known)).toEqual([
      ['01-02', '100.00', '100.00'],
      ['01-05', '110.00', '101.00'],
      ['01-06', '99.00', '100.00'],
      ['01-07', '99.00', '102.00'],
    ]);
  });

  it('reweights the held positions equally each day, and exits at the close price', () => {
    const holdings = [
      { ticker: 'A', entryPrice: '100.00', purchaseDay: '2026-01-05', exit: { day: '2026-01-07', price: '132.00' } },
      { ticker: 'B', entryPrice: '50.00', purchaseDay: '2026-01-06' },
    ];
    const known = {
      A: closes(null, '110.00', '120.00', '999.00', '999.00'),
      B: closes(null, '10.00', '45.00', '49.50', '49.50'),
    };
    // 5th: A +10 % → 110. 6th: A +9.0909 %, B −10 % → −0.4545 % → 109.50.
    // 7th: A leaves at 132, +10 %, B +10 % → 120.45. 8th: B alone, 0 %.
    expect(indexOf(holdings, known)).toEqual([
      ['01-04', '100.00'],
      ['01-05', '110.00'],
      ['01-06', '109.50'],
      ['01-07', '120.45'],
      ['01-08', '120.45'],
    ]);
  });

  it('compares an entry before a split with closing prices after it', () => {
    const holding = { ticker: 'A', entryPrice: '300.00', purchaseDay: '2026-01-05' };
    const known = { A: closes(null, '101.00', '102.01') };
    const splits = { A: [{ day: '2026-01-06', numerator: 3, denominator: 1 }] };
    expect(indexOf([holding], known, splits)).toEqual([
      ['01-04', '100.00'],
      ['01-05', '101.00'],
      ['01-06', '102.01'],
    ]);
    // A close price after the split is in new shares, one before in old shares.
    const closed = (day: string, price: string) =>
      indexOf([{ ...holding, exit: { day, price } }], known, splits).at(-1);
    expect(closed('2026-01-06', '102.01')).toEqual(['01-06', '102.01']);
    expect(closed('2026-01-05', '303.00')).toEqual(['01-06', '101.00']);
  });

  it('carries the last known price forward, and reports positions without a price', () => {
    const known = { A: closes(null, '110.00', null, '121.00'), SPY: closes(null, '500.00', '500.00', '500.00') };
    const bought = { entryPrice: '100.00', purchaseDay: '2026-01-05' };
    expect(indexOf([{ ticker: 'A', ...bought }], known)).toEqual([
      ['01-04', '100.00'],
      ['01-05', '110.00', '110.00'],
      ['01-06', '110.00', '110.00'],
      ['01-07', '121.00', '110.00'],
    ]);
    const input = { closes: new Map(Object.entries(known)), splits: new Map(), benchmark: 'SPY' };
    const unknown = { ticker: 'NONE', ...bought };
    const result = computePerformance({ ...input, holdings: [{ ticker: 'A', ...bought }, unknown] });
    expect(result.leftOut).toEqual(['NONE']);
    expect(result.points.at(-1)?.book).toBe('121.00');
    // Once closed, it has a price: unchanged until the last day, then the full gain. Half of +50 % is +25 %.
    const closed = { ...unknown, exit: { day: '2026-01-07', price: '150.00' } };
    const both = computePerformance({ ...input, holdings: [{ ticker: 'A', ...bought }, closed] });
    expect(both.leftOut).toEqual([]);
    expect(both.points.map(({ book }) => book)).toEqual(['100.00', '105.00', '105.00', '136.50']);
  });

  it('counts weekends on the next trading day, and days without positions as cash', () => {
    const holdings = [
      { ticker: 'A', entryPrice: '100.00', purchaseDay: '2026-01-03', exit: { day: '2026-01-05', price: '120.00' } },
      { ticker: 'A', entryPrice: '50.00', purchaseDay: '2026-01-08', exit: { day: '2026-01-10', price: '55.00' } },
    ];
    const known = { A: closes('80.00', '110.00', '90.00', '60.00', '50.00') };
    expect(indexOf(holdings, known)).toEqual([
      ['01-02', '100.00'],
      ['01-05', '120.00'],
      ['01-06', '120.00'],
      ['01-07', '120.00'],
      ['01-08', '120.00'],
      ['01-10', '132.00'],
    ]);
  });

  it('counts a position that was closed on the day before its purchase day on that day', () => {
    const open = { entryPrice: '100.00', purchaseDay: '2026-01-05' };
    const reversed = {
      ticker: 'C',
      entryPrice: '100.00',
      purchaseDay: '2026-01-07',
      exit: { day: '2026-01-05', price: '120.00' },
    };
    const holdings = [{ ticker: 'A', ...open }, { ticker: 'B', ...open }, reversed];
    const flat = closes(null, '100.00', '100.00', '100.00', '100.00');
    // +20% ÷ 3 on its purchase day, whether or not its stock has closing prices.
    const expected = [
      ['01-04', '100.00'],
      ['01-05', '100.00'],
      ['01-06', '100.00'],
      ['01-07', '106.67'],
      ['01-08', '106.67'],
    ];
    expect(indexOf(holdings, { A: flat, B: flat, C: flat })).toEqual(expected);
    expect(indexOf(holdings, { A: flat, B: flat })).toEqual(expected);
    expect(indexOf([reversed], {})).toEqual([
      ['01-06', '100.00'],
      ['01-07', '120.00'],
    ]);
  });

  it('is independent of the order of positions, and weights each of several in one stock', () => {
    const position = { ticker: 'A', entryPrice: '100.00', purchaseDay: '2026-01-05' };
    const holdings: Holding[] = [
      position,
      position,
      position,
      { ticker: 'B', entryPrice: '10.00', purchaseDay: '2026-01-05' },
    ];
    const known = { A: closes(null, '110.00', '110.00'), B: closes(null, '10.00', '20.00') };
    // (3 × 10 % + 0) ÷ 4 = 7.5 %; then (0 + 100 %) ÷ 4 = 25 %.
    expect(indexOf(holdings, known).map(([, book]) => book)).toEqual(['100.00', '107.50', '134.38']);
    expect(indexOf(holdings.toReversed(), known)).toEqual(indexOf(holdings, known));
  });

  it('is empty if no prices or positions exist', () => {
    expect(indexOf([], {})).toEqual([]);
    expect(indexOf([], { SPY: closes('1.00', '2.00') })).toEqual([]);
    expect(indexOf([{ ticker: 'A', entryPrice: '1.00', purchaseDay: '2026-01-05' }], {})).toEqual([]);
  });
});

describe('the largest fall', () => {
  const fall = (...levels: number[]) =>
    largestFall(levels.map((level, index) => ({ day: `2026-01-0${index + 1}`, level })));
  it('is measured from a peak, not from the start', () => {
    expect(fall(100, 120, 90, 130, 117)).toEqual({ percent: '-25.00', from: '2026-01-02', to: '2026-01-03' });
    expect(fall(100, 90, 95, 80, 200, 150)).toEqual({ percent: '-25.00', from: '2026-01-05', to: '2026-01-06' });
  });
  it('is zero if nothing fell', () => {
    expect(fall(100, 100, 101)).toEqual({ percent: '0.00' });
    expect(fall()).toEqual({ percent: '0.00' });
    expect(percentOf(-0.00001)).toBe('0.00');
  });
});
