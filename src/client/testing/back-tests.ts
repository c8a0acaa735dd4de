import type { BacktestResult } from '~/shared/schemas/backtest';

export function backTestResult(changes: Partial<BacktestResult> = {}): BacktestResult {
  return {
    isHypothetical: true,
    input: {
      tickers: ['TSLA'],
      fromDay: '2024-01-02',
      toDay: '2024-01-03',
      rebalancing: 'monthly',
      costBasisPoints: 10,
    },
    benchmark: 'SPY',
    rules: ['Every stock has the same weight.'],
    startValue: '10000.00',
    endValue: '11000.00',
    returnPercent: '10.00',
    benchmarkReturnPercent: '2.00',
    drawdownPercent: '-3.00',
    costs: '10.00',
    curve: [
      { day: '2024-01-02', value: '10000.00' },
      { day: '2024-01-03', value: '11000.00' },
    ],
    trades: [],
    ...changes,
  };
}
