/** The positions of a chart's bars, lines and labels, in percent of its plot area. */
import { scaleLinear } from 'd3-scale';
import type { FigureSeries } from './table-figures';

const targetTicks = 4;
/** The share of a label's width that its bars take. */
const barsShare = 0.72;
const maxLabels = 8;

export interface Bar {
  key: string;
  x: number;
  width: number;
  y: number;
  height: number;
}

export interface BarLayout {
  /** The bars of each series; none where a figure is missing. */
  bars: Bar[][];
  /** The lines of each series, interrupted where a figure is missing. */
  lines: string[];
  zero: number;
  /** The center of each label. */
  middles: number[];
  yOf: (value: number) => number;
  yTicks: { percent: number; value: number }[];
  /** The labels that fit, with their positions. */
  xTicks: { percent: number; label: string }[];
}

/** The value axis always includes zero. */
export function layOut(labels: readonly string[], series: readonly FigureSeries[]): BarLayout {
  const allValues = series.flatMap(({ values }) => values.filter((value) => value !== undefined));
  const y = scaleLinear([Math.min(0, ...allValues), Math.max(0, ...allValues)], [100, 0]).nice(targetTicks);
  const step = 100 / Math.max(1, labels.length);
  const width = (step * barsShare) / series.length;
  const middle = (index: number) => (index + 0.5) * step;
  const zero = y(0);
  const every = Math.ceil(labels.length / maxLabels);
  return {
    bars: series.map(({ values }, place) =>
      values.flatMap((value, index) => {
        if (value === undefined) return [];
        const x = middle(index) - (step * barsShare) / 2 + place * width;
        return [{ key: String(index), x, width, y: Math.min(zero, y(value)), height: Math.abs(y(value) - zero) }];
      }),
    ),
    lines: series.map(({ values }) =>
      values
        .map((value, index) => {
          if (value === undefined) return '';
          return `${index > 0 && values[index - 1] !== undefined ? 'L' : 'M'}${middle(index)},${y(value)}`;
        })
        .join(''),
    ),
    zero,
    middles: labels.map((_, index) => middle(index)),
    yOf: (value) => y(value),
    yTicks: y.ticks(targetTicks).map((value) => ({ percent: y(value), value })),
    xTicks: labels.flatMap((label, index) => (index % every === 0 ? [{ percent: middle(index), label }] : [])),
  };
}
