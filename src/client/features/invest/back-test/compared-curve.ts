import { formatSum } from '~/client/lib/format';
import type { BacktestResult } from '~/shared/schemas/backtest';
import type { Curve } from '../chart/curve';

const tones = ['accent', 'quiet', 'dashed'] as const;

/** Several runs over all of their days. A run has no value outside of its own period. */
export function comparedCurve(runs: readonly { name: string; result: BacktestResult }[]): Curve {
  const days = [...new Set(runs.flatMap(({ result }) => result.curve.map(({ day }) => day)))].sort();
  return {
    days,
    series: runs.map(({ name, result }, index) => {
      const values = new Map(result.curve.map(({ day, value }) => [day, Number(value)]));
      return { name, tone: tones[index] ?? 'dashed', values: days.map((day) => values.get(day)) };
    }),
    reference: Number(runs[0]?.result.startValue ?? 0),
    formatValue: (value) => formatSum(value.toFixed(2)),
  };
}
