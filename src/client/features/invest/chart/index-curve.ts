import { formatPercent } from '~/client/lib/format';
import { performanceWords as words } from '~/client/words/performance';
import type { PerformancePoint } from '~/shared/schemas/positions';
import type { Curve } from './curve';

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
