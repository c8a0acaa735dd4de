import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runBacktest } from './backtest';
import type { Close } from './performance';
import { type BacktestInput, type BacktestResult, backtestInput } from './schemas/backtest';
import { addDays } from './trading-day';

/** 2026-01-05 is a Monday. */
const week = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'];
const closes = (...prices: string[]): Close[] => prices.map((close, index) => ({ day: week[index] as string, close }));
const input = (more: Partial<BacktestInput> = {}): BacktestInput => ({
  tickers: ['A', 'B'],
  fromDay: '2026-01-05',
  toDay: '2026-01-09',
  rebalancing: 'never',
  costBasisPoints: 0,
  ...more,
});

function run(given: BacktestInput, known: Record<string, Close[]>): BacktestResult {
  const outcome = runBacktest(given, new Map(Object.entries(known)), 'SPY');
  if ('missing' in outcome) throw new Error(JSON.stringify(outcome.missing));
  return outcome.result;
}
const missing = (given: BacktestInput, known: Record<string, Close[]>) => {
  const outcome = runBacktest(given, new Map(Object.entries(known)), 'SPY');
  return 'missing' in outcome ? outcome.missing : [];
};

describe('a back-test, checked by hand', () => {
  it('decides on one closing price and buys at the next, without the gain in between', () => {
    const known = {
      A: closes('50.00', '100.00', '110.00', '121.00', '110.00'),
      B: closes('20.00', '25.00', '25.00', '25.00', '20.00'),
      SPY: closes('500.00', '505.00', '510.00', '515.00', '520.00'),
    };
    const result = run(input(), known);
    expect(result.trades).toEqual(
      [
        { ticker: 'A', shares: '50', price: '100.00' },
        { ticker: 'B', shares: '200', price: '25.00' },
      ].map((trade) => ({
        signalDay: '2026-01-05',
        day: '2026-01-06',
        side: 'buy',
        amount: '5000.00',
        cost: '0.00',
        ...trade,
      })),
    );
    // 50 × A + 200 × B: 5000 + 5000, 5500 + 5000, 6050 + 5000, 5500 + 4000.
    expect(result.curve.map(({ value }) => value)).toEqual(['10000.00', '10000.00', '10500.00', '11050.00', '9500.00']);
    expect(result).toMatchObject({
      isHypothetical: true,
      returnPercent: '-5.00',
      endValue: '9500.00',
      // 9500 ÷ 11050 − 1 = −14.027 %
      drawdownPercent: '-14.03',
      drawdownFrom: '2026-01-08',
      drawdownTo: '2026-01-09',
      benchmarkReturnPercent: '4.00',
      costs: '0.00',
    });
    // Four returns say nothing about a year.
    expect(result).not.toHaveProperty('volatilityPercent');
  });

  it('has a volatility from 15 daily returns on', () => {
    const prices = ['100.00', '100.00', ...Array.from({ length: 7 }, () => ['110.00', '100.00']).flat()];
    const all = prices.map((close, index) => ({ day: addDays('2026-01-05', index), close }));
    const given = input({ tickers: ['A'], toDay: all.at(-1)?.day as string });
    // Returns 0, and seven times 10 and −9.0909… %: mean 0.424242 %, squares from it 0.127581…, ÷ 14, × 252, root.
    expect(run(given, { A: all }).volatilityPercent).toBe('151.54');
    const shorter = { ...given, toDay: addDays(given.toDay, -1) };
    expect(run(shorter, { A: all })).not.toHaveProperty('volatilityPercent');
  });

  it('keeps cash for trading costs, and pays them to the cent', () => {
    const known = { A: closes('100.00', '100.00', '100.00', '100.00', '100.00') };
    const result = run(input({ tickers: ['A'], costBasisPoints: 100 }), known);
    // 10000 × 1 % ÷ 99 % = 101.01 and a cent: 9898.98 are bought for 98.99; 2.03 … the rest stays in cash.
    expect(result.trades).toMatchObject([{ amount: '9898.98', cost: '98.99', shares: '98.9898', price: '100.00' }]);
    expect(result.curve.map(({ value }) => value)).toEqual(['10000.00', '9901.01', '9901.01', '9901.01', '9901.01']);
    expect(result).toMatchObject({ costs: '98.99', returnPercent: '-0.99' });
  });

  it('rebalances on the first trading day of a period, and trades on the second', () => {
    const days = ['2026-01-29', '2026-01-30', '2026-02-02', '2026-02-03', '2026-02-04'];
    const on = (...prices: string[]) => prices.map((close, index) => ({ day: days[index] as string, close }));
    const known = {
      A: on('10.00', '10.00', '30.00', '40.00', '40.00'),
      B: on('10.00', '10.00', '10.00', '10.00', '10.00'),
    };
    const given = input({ fromDay: '2026-01-29', toDay: '2026-02-04', rebalancing: 'monthly' });
    const { trades, curve } = run(given, known);
    // Bought 500 of each. On 2 February they are worth 15000 and 5000: 5000 of A is to go into B. On the 3rd A costs
    // 40, so that 125 shares are sold, and 500 of B bought.
    expect(trades.slice(2)).toEqual([
      {
        signalDay: '2026-02-02',
        day: '2026-02-03',
        ticker: 'A',
        side: 'sell',
        shares: '125',
        price: '40.00',
        amount: '5000.00',
        cost: '0.00',
      },
      {
        signalDay: '2026-02-02',
        day: '2026-02-03',
        ticker: 'B',
        side: 'buy',
        shares: '500',
        price: '10.00',
        amount: '5000.00',
        cost: '0.00',
      },
    ]);
    expect(curve.at(-1)?.value).toBe('25000.00');
    for (const rebalancing of ['never', 'quarterly', 'yearly'] as const)
      expect(run({ ...given, rebalancing }, known).trades).toHaveLength(2);
  });

  it('does not sell more than it holds if the price falls between signal and trade', () => {
    const days = ['2026-01-29', '2026-01-30', '2026-02-02', '2026-02-03'];
    const on = (...prices: string[]) => prices.map((close, index) => ({ day: days[index] as string, close }));
    const known = { A: on('10.00', '10.00', '100.00', '1.00'), B: on('10.00', '10.00', '10.00', '10.00') };
    const { trades, curve } = run(input({ fromDay: '2026-01-29', toDay: '2026-02-03', rebalancing: 'monthly' }), known);
    // 22500 of A should be sold, but all 500 shares only bring 500, so B can only be bought for 500.
    expect(trades.slice(2)).toMatchObject([
      { ticker: 'A', side: 'sell', shares: '500', amount: '500.00' },
      { ticker: 'B', side: 'buy', amount: '499.99' },
    ]);
    expect(curve.at(-1)?.value).toBe('5500.00');
  });
});

describe('the input', () => {
  it.each<[object, string]>([
    [{ tickers: [] }, 'Name at least one ticker'],
    [{ tickers: ['a', 'A '] }, 'Each ticker can be named once'],
    [{ fromDay: '2026-02-30' }, 'The first day must be a date'],
    [{ toDay: '' }, 'The last day must be a date'],
    [{ toDay: '2026-01-05' }, 'The last day must be after the first'],
    [{ fromDay: '2026-01-09', toDay: '2026-01-11' }, 'The period must include at least two weekdays'],
    [{ fromDay: '2026-01-11', toDay: '2026-01-12' }, 'The period must include at least two weekdays'],
    [{ fromDay: '0101-01-01', toDay: '9999-12-31' }, 'A back-test can be over at most 40 years'],
    [{ costBasisPoints: 501 }, 'Costs must be a whole number of basis points from 0 to 500'],
    [{ rebalancing: 'daily' }, 'Rebalancing must be never, monthly, quarterly or yearly'],
  ])('%j is rejected', (wrong, words) => {
    expect(backtestInput.safeParse({ ...input(), ...wrong }).error?.issues[0]?.message).toBe(words);
  });
});

it.each([
  ['2026-01-09', '2026-01-12'],
  ['2026-01-08', '2026-01-09'],
])('the period from %s to %s has two weekdays', (fromDay, toDay) => {
  expect(backtestInput.safeParse({ ...input(), fromDay, toDay }).success).toBe(true);
});

describe('missing closing prices', () => {
  const whole = closes('1.00', '1.00', '1.00', '1.00', '1.00');
  it('are reported per ticker', () => {
    const known = { A: whole, B: whole.filter(({ day }) => day !== '2026-01-07'), SPY: whole };
    expect(missing(input(), known)).toEqual([{ ticker: 'B', days: 1, first: '2026-01-07', last: '2026-01-07' }]);
    expect(missing(input(), { A: whole })).toEqual([{ ticker: 'B', days: 5, first: '2026-01-05', last: '2026-01-09' }]);
    // A day is a trading day even if only the benchmark has a closing price.
    expect(missing(input({ tickers: ['A'] }), { A: whole.slice(1), SPY: whole })).toEqual([
      { ticker: 'A', days: 1, first: '2026-01-05', last: '2026-01-05' },
    ]);
  });

  it('are reported before the first, between and after the last known day', () => {
    for (const [fromDay, toDay, first, last, count] of [
      ['2025-12-01', '2026-01-09', '2025-12-02', '2026-01-02', 24],
      ['2026-01-05', '2026-02-02', '2026-01-12', '2026-01-30', 15],
      ['2025-01-01', '2025-01-07', '2025-01-01', '2025-01-07', 5],
    ] as const)
      expect(missing(input({ tickers: ['A'], fromDay, toDay }), { A: whole })).toEqual([
        { ticker: 'A', days: count, first, last },
      ]);
    expect(missing(input({ tickers: ['A'], fromDay: '2026-01-10', toDay: '2026-01-11' }), { A: whole })).toEqual([
      { ticker: 'A', days: 2, first: '2026-01-10', last: '2026-01-11' },
    ]);
  });

  it('of the benchmark only omit the benchmark', () => {
    const result = run(input({ tickers: ['A'] }), { A: whole });
    expect(result).not.toHaveProperty('benchmarkReturnPercent');
    expect(result.curve[0]).toEqual({ day: '2026-01-05', value: '10000.00' });
  });
});

describe('any back-test', () => {
  const price = fc.integer({ min: 100, max: 1_000_000 }).map((cents) => (cents / 100).toFixed(2));
  const course = fc.array(price, { minLength: 70, maxLength: 70 });
  const from = '2026-01-05';
  const dated = (prices: string[]) => prices.map((close, index) => ({ day: addDays(from, index), close }));

  it('never overdraws its cash and accounts for each cent', () => {
    fc.assert(
      fc.property(course, course, course, fc.integer({ min: 0, max: 500 }), (a, b, c, costBasisPoints) => {
        const known = { A: dated(a), B: dated(b), C: dated(c) };
        const given = input({
          tickers: ['A', 'B', 'C'],
          toDay: addDays(from, 69),
          rebalancing: 'monthly',
          costBasisPoints,
        });
        const result = run(given, known);
        expect(run(given, known)).toEqual(result);
        const cents = (text: string) => BigInt(text.replace('.', ''));
        const days = new Set(result.trades.map(({ day }) => day));
        let cash = 1_000_000n;
        for (const day of days) {
          for (const trade of result.trades.filter((made) => made.day === day))
            cash += (trade.side === 'sell' ? 1n : -1n) * cents(trade.amount) - cents(trade.cost);
          expect(cash >= 0n).toBe(true);
        }
        expect(result.costs).toBe(
          (Number(result.trades.reduce((sum, { cost }) => sum + cents(cost), 0n)) / 100).toFixed(2),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('has no look-ahead: later prices do not change earlier results', () => {
    fc.assert(
      fc.property(course, course, course, fc.integer({ min: 2, max: 60 }), (a, b, other, cut) => {
        const given = input({ toDay: addDays(from, 69), rebalancing: 'monthly', costBasisPoints: 10 });
        const changed = a.map((close, index) => (index > cut ? (other[index] as string) : close));
        const [first, second] = [a, changed].map((course) => run(given, { A: dated(course), B: dated(b) }));
        const until = addDays(from, cut);
        const soFar = (result?: BacktestResult) => [
          result?.trades.filter(({ day }) => day <= until),
          result?.curve.filter(({ day }) => day <= until),
        ];
        expect(soFar(second)).toEqual(soFar(first));
      }),
      { numRuns: 100 },
    );
  });
});
