/** Draws the curve of a published back-test as SVG on the server, so that its page needs no script. */

import { scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import { shortMonths } from '~/shared/figure-text';
import type { BacktestPoint } from '~/shared/schemas/backtest';

/** More points would not be visible. */
const maxPoints = 500;

export interface RunChart {
  paths: { portfolio: string; benchmark: string | null };
  /** Position in percent from the top, and the amount. */
  yTicks: { percent: number; label: string }[];
  /** Position in percent from the left, and the year or month. */
  xTicks: { percent: number; label: string }[];
}

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Coordinates in percent of the plot, so that it fits any width. */
export function runChart(curve: readonly BacktestPoint[]): RunChart {
  const step = Math.max(1, Math.ceil(curve.length / maxPoints));
  const points = curve.filter((_, index) => index % step === 0 || index === curve.length - 1);
  const levels = points.flatMap(({ value, benchmark }) => [Number(value), ...(benchmark ? [Number(benchmark)] : [])]);
  const y = scaleLinear([Math.min(...levels), Math.max(...levels)], [100, 0]).nice(4);
  const times = points.map(({ day }) => timeOf(day));
  const x = scaleUtc([times[0] ?? 0, times.at(-1) ?? 1], [0, 100]);
  const draw = (levelOf: (point: BacktestPoint) => string | undefined) =>
    line<BacktestPoint>(
      ({ day }) => rounded(x(timeOf(day))),
      (point) => rounded(y(Number(levelOf(point)))),
    ).defined((point) => levelOf(point) !== undefined)(points);
  return {
    paths: { portfolio: draw(({ value }) => value) ?? '', benchmark: draw(({ benchmark }) => benchmark) },
    yTicks: y.ticks(4).map((tick) => ({ percent: y(tick), label: `$${tick.toLocaleString('en-US')}` })),
    xTicks: x
      .ticks(5)
      .map((tick) => ({ percent: x(tick), label: tickLabel(tick) }))
      .filter(({ percent }) => percent > 4 && percent < 96),
  };
}

const rounded = (percent: number) => Math.round(percent * 100) / 100;

function tickLabel(tick: Date): string {
  if (tick.getUTCDate() !== 1) return `${tick.getUTCDate()} ${shortMonths[tick.getUTCMonth()]}`;
  return tick.getUTCMonth() === 0 ? String(tick.getUTCFullYear()) : (shortMonths[tick.getUTCMonth()] ?? '');
}
