import type { PerformancePoint } from '~/shared/schemas/positions';
import { formatPercent } from '../../../lib/format';
import { performanceWords as words } from '../../../words/performance';
import type { Curve } from './curve-figure';

/** An index that begins at 100, as a curve: '132.40 (+32.40%)'. */
export function indexCurve(points: readonly PerformancePoint[], benchmark: string): Curve {
  return {
    days: points.map(({ day }) => day),
    series: [
      { name: words.book, tone: 'accent', values: points.map(({ book }) => Number(book)) },
      {
        name: benchmark,
        tone: 'quiet',
        values: points.map((point) => (point.benchmark === undefined ? undefined : Number(point.benchmark))),
      },
    ],
    reference: 100,
    formatValue: (value) => `${value.toFixed(2)} (${formatPercent((value - 100).toFixed(2))})`,
  };
}
