import { formatDecimal, formatPercent } from '~/client/lib/format';
import { performanceWords as words } from '~/client/words/performance';
import { baseOf } from '~/shared/figures/periods';
import type { Period } from '~/shared/schemas/figures';
import type { PerformancePoint } from '~/shared/schemas/positions';
import type { Curve } from './curve';

export type Level = number | undefined;

/**
 * An index that starts a period at 100, as a curve. It starts at its first day if the history is
 * shorter, or if the period would start at 0, after a total loss.
 */
export function indexCurve(points: readonly PerformancePoint[], benchmark: string, period: Period = 'all'): Curve {
  const base = baseOf(period, points) ?? 0;
  const visiblePoints = Number(points[base]?.book) === 0 ? points : points.slice(base);
  return {
    days: visiblePoints.map(({ day }) => day),
    series: [
      { name: words.book, tone: 'accent', values: fromHundred(visiblePoints.map(({ book }) => levelOf(book))) },
      {
        name: benchmark,
        tone: 'quiet',
        values: fromHundred(visiblePoints.map((point) => levelOf(point.benchmark))),
      },
    ],
    reference: 100,
    formatValue: formatLevel,
  };
}

/** A level of an index that started at 100: '1,132.40 (+1,032.40%)'. */
export const formatLevel = (level: number): string =>
  `${formatDecimal(level.toFixed(2))} (${formatPercent((level - 100).toFixed(2))})`;

/** Rebased to the first known level, which becomes 100. */
export function fromHundred(levels: readonly Level[]): Level[] {
  const base = levels.find((level) => level !== undefined) ?? Number.NaN;
  return levels.map((level) => (level === undefined ? undefined : (level / base) * 100));
}

const levelOf = (text: string | undefined): Level => (text === undefined ? undefined : Number(text));
