import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '~/shared/trading-day';
import { closesOn, dailyChanges } from './levels';
import { figuresOfPeriod, periodsOf } from './period-figures';
import { baseOf, startOf } from './periods';
import { annualizedOf, changeOf } from './returns';
import { betaOf, sharpeOf, volatilityOf } from './risk';

describe('figures, checked by hand', () => {
  it('start a period on the same day of an earlier month, or its last day', () => {
    expect(startOf('1M', '2026-03-31')).toBe('2026-02-28');
    expect(startOf('1M', '2026-01-15')).toBe('2025-12-15');
    expect(startOf('YTD', '2026-11-23')).toBe('2025-12-31');
    expect(startOf('1Y', '2024-02-29')).toBe('2023-02-28');
    expect(startOf('3Y', '2026-11-23')).toBe('2023-11-23');
    expect(startOf('all', '2026-11-23')).toBeUndefined();
  });

  it('start at the last level before the period, and are missing if the index starts later', () => {
    const days = ['2025-12-30', '2026-01-02', '2026-01-30'].map((day) => ({ day }));
    expect(baseOf('YTD', days)).toBe(0);
    expect(baseOf('1M', days)).toBe(0);
    expect(baseOf('1Y', days)).toBeUndefined();
    expect(baseOf('all', days)).toBe(0);
    expect(baseOf('all', [])).toBeUndefined();
  });

  it('the return is the change from the first to the last level', () => {
    expect(changeOf([100, 80, 110])).toBeCloseTo(0.1, 12);
  });

  it('annualizes 21% in two years as 10% a year, and omits periods up to a year', () => {
    expect(annualizedOf(0.21, '2023-01-01', '2024-12-31')).toBeCloseTo(0.1, 12);
    expect(annualizedOf(0.21, '2025-01-01', '2026-01-01')).toBeUndefined();
    expect(annualizedOf(-1, '2020-01-01', '2026-01-01')).toBe(-1);
  });

  it('volatility is the sample deviation times the square root of 252', () => {
    // +1%, -1%, +1%, -1%: mean 0, squares 4 × 0.0001, divided by 3.
    const changes = [0.01, -0.01, 0.01, -0.01];
    expect(volatilityOf(changes)).toBeCloseTo(Math.sqrt(0.0004 / 3) * Math.sqrt(252), 12);
    expect(volatilityOf(changes)).toBeCloseTo(0.1833, 4);
    expect(volatilityOf([0.01, 0.01, 0.01])).toBeCloseTo(0, 12);
  });

  it('the Sharpe ratio is the mean divided by the deviation, and unknown without variation', () => {
    // Mean 0.01, squares 2 × 0.0001 by 2: deviation 0.01.
    expect(sharpeOf([0, 0.01, 0.02])).toBeCloseTo(Math.sqrt(252), 10);
    expect(sharpeOf([0.01, 0.01, 0.01])).toBeUndefined();
  });

  it('beta is 2 if the index moves twice as much, and unknown if the benchmark does not move', () => {
    const market = [0.01, -0.02, 0.03, 0];
    expect(betaOf([0.02, -0.04, 0.06, 0], market)).toBeCloseTo(2, 12);
    expect(betaOf([-0.01, 0.02, -0.03, 0], market)).toBeCloseTo(-1, 12);
    expect(betaOf(market, [0, 0, 0, 0])).toBeUndefined();
  });

  it('uses the last closing price of the previous ten days', () => {
    const closes = [{ day: '2026-01-02', close: '50.00' }];
    expect(closesOn(['2026-01-01', '2026-01-02', '2026-01-12', '2026-01-13'], closes)).toEqual([
      undefined,
      50,
      50,
      undefined,
    ]);
    expect(dailyChanges([100, 110, 99])).toEqual([expect.closeTo(0.1, 12), expect.closeTo(-0.1, 12)]);
  });
});

const days = Array.from({ length: 800 }, (_, index) => addDays('2024-01-01', index));
const points = (count: number, level: (index: number) => number) =>
  days.slice(0, count).map((day, index) => ({ day, book: level(index).toFixed(2) }));
const closes = (count: number) => days.slice(0, count).map((day) => ({ day, close: '500.00' }));

describe('an unknown figure', () => {
  const figuresOf = (count: number, benchmark = count) =>
    Object.fromEntries(
      periodsOf(
        points(count, (index) => 100 + (index % 2)),
        closes(benchmark),
        {},
      ).map((row) => [row.period, row]),
    );

  it('has a reason if the index starts after the period', () => {
    expect(figuresOf(60)['1Y']).toMatchObject({ from: null, returnPercent: { value: null, reason: 'startsLater' } });
    expect(figuresOf(0).all?.returnPercent.reason).toBe('noPrices');
  });

  it('has a reason for too few days and periods up to a year', () => {
    const { all } = figuresOf(10);
    expect(all?.returnPercent.value).toBe('1.00');
    expect(all?.volatilityPercent).toEqual({ value: null, reason: 'tooFewDays' });
    expect(all?.annualizedPercent.reason).toBe('upToOneYear');
    expect(figuresOf(1).all?.returnPercent.reason).toBe('tooFewDays');
  });

  it('has a reason after a total loss', () => {
    const falling = (index: number) => 100 - 2 * index;
    const figures = periodsOf(
      points(80, (index) => (index < 20 ? falling(index) : 0)),
      closes(80),
      {},
    );
    const [month, , , , all] = figures;
    // It started at nothing, so nothing is known.
    expect(month).toMatchObject({ period: '1M', from: null, returnPercent: { value: null, reason: 'totalLoss' } });
    const lost = { value: null, reason: 'totalLoss' };
    expect(all).toMatchObject({
      returnPercent: { value: '-100.00' },
      maxDrawdownPercent: { value: '-100.00' },
      benchmarkReturnPercent: { value: '0.00' },
      volatilityPercent: lost,
      sharpeRatio: lost,
      beta: lost,
    });
    expect(JSON.stringify(figures)).not.toContain('NaN');
    // On the last day it is a change like any other.
    const today = periodsOf(
      points(20, (index) => (index < 19 ? falling(index) : 0)),
      closes(20),
      {},
    ).at(-1);
    expect(today?.volatilityPercent.reason).toBeNull();
  });

  it('has a reason for missing benchmark prices and no variation', () => {
    expect(figuresOf(60, 20).all).toMatchObject({
      benchmarkReturnPercent: { value: null, reason: 'noBenchmark' },
      beta: { value: null, reason: 'noBenchmark' },
    });
    expect(figuresOf(60).all?.beta.reason).toBe('noVariation');
    const flat = periodsOf(
      points(60, () => 100),
      closes(60),
      {},
    ).at(-1);
    expect(flat).toMatchObject({ sharpeRatio: { reason: 'noVariation' }, maxDrawdownPercent: { value: '0.00' } });
  });
});

describe('figures of any index', () => {
  const change = fc.double({ min: -0.2, max: 0.2, noNaN: true });
  const changes = fc.array(change, { minLength: 16, maxLength: 700 });
  const levelsBy = (all: readonly number[]) => {
    let level = 100;
    return [100, ...all.map((one) => (level = Math.max(1, level * (1 + one))))].map((one, index) => ({
      day: days[index] as string,
      level: one,
    }));
  };

  it('an index compared with itself has beta 1 and the same return', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const levels = levelsBy(all);
        const own = figuresOfPeriod(
          'all',
          levels,
          levels.map(({ level }) => level),
        );
        expect(own.benchmarkReturnPercent).toEqual(own.returnPercent);
        if (own.beta.value !== null) expect(own.beta.value).toBe('1.00');
      }),
    );
  });

  it('are independent of the unit of the levels', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const levels = levelsBy(all);
        const doubled = levels.map(({ day, level }) => ({ day, level: level * 2 }));
        expect(figuresOfPeriod('all', doubled, [])).toEqual(figuresOfPeriod('all', levels, []));
      }),
    );
  });

  it('volatility is never negative and the drawdown never positive', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const { volatilityPercent, maxDrawdownPercent } = figuresOfPeriod('all', levelsBy(all), []);
        expect(Number(volatilityPercent.value)).toBeGreaterThanOrEqual(0);
        expect(Number(maxDrawdownPercent.value)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
