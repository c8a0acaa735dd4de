/**
 * Positions of a line chart's elements in percent of the plot, so that it fits any width without being measured. It
 * renders the same on a server, on a phone, and while a window is resized.
 */
import { scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import { formatTick } from '~/client/lib/format';
import { dayMs } from '~/shared/utc-day';

export interface ChartSeries {
  name: string;
  tone: 'accent' | 'quiet' | 'dashed';
  /** One per day; undefined if unknown. */
  values: readonly (number | undefined)[];
}

export interface Tick {
  /** Position on the axis: 0 is its start, 100 its end. */
  percent: number;
  label: string;
}

export interface ChartGeometry {
  paths: string[];
  xOf: (index: number) => number;
  yOf: (value: number) => number;
  xTicks: Tick[];
  yTicks: Tick[];
}

/** '12,000', the same format as figures beside the chart. */
const tickLabel = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 });
const targetTicks = { x: 5, y: 4 };
/** Labels closer to the edge than this (percent) would overflow the plot. */
const edge = 4;

const dayTime = (day: string) => Date.parse(`${day}T00:00:00Z`);

/**
 * Calculates the geometry. `days` are yyyy-mm-dd, oldest first. The scale includes `always`, such as an index's start.
 */
export function chartGeometry(days: readonly string[], series: readonly ChartSeries[], always: number): ChartGeometry {
  const known = series.flatMap(({ values }) => values.filter((value) => value !== undefined));
  const y = scaleLinear([Math.min(always, ...known), Math.max(always, ...known)], [100, 0]).nice(targetTicks.y);
  const times = days.map(dayTime);
  const first = times[0] ?? 0;
  const x = scaleUtc([first, Math.max(times.at(-1) ?? 0, first + 1)], [0, 100]);
  const xOf = (index: number) => x(times[index] ?? first);
  const draw = line<number | undefined>(
    (_, index) => xOf(index),
    (value) => y(value ?? 0),
  ).defined((value) => value !== undefined);
  return {
    paths: series.map(({ values }) => draw(values) ?? ''),
    xOf,
    yOf: y,
    xTicks: x
      .ticks(targetTicks.x)
      // On an axis of a few days there are ticks within a day, whose labels would repeat its date.
      .filter((tick) => tick.getTime() % dayMs === 0)
      .map((tick) => ({ percent: x(tick), label: formatTick(tick) }))
      .filter(({ percent }) => percent > edge && percent < 100 - edge),
    yTicks: y.ticks(targetTicks.y).map((tick) => ({ percent: y(tick), label: tickLabel.format(tick) })),
  };
}

/** The index of the day nearest to a position on the x axis, in percent. */
export function nearestDay(days: readonly string[], xOf: (index: number) => number, percent: number): number {
  let low = 0;
  let high = Math.max(0, days.length - 1);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (xOf(middle) < percent) low = middle;
    else high = middle;
  }
  return percent - xOf(low) <= xOf(high) - percent ? low : high;
}
