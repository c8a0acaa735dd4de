import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { formatDay } from '~/client/lib/format';
import { XAxis, YAxis } from './chart-axes';
import { type ChartSeries, chartGeometry, nearestDay } from './chart-geometry';
import { ChartReadout } from './chart-readout';
import { chartStrokes as strokes } from './chart-strokes';

interface LineChartProps {
  /** Names the chart for assistive technology. */
  label: string;
  /** yyyy-mm-dd, oldest first. */
  days: readonly string[];
  series: readonly ChartSeries[];
  /** A value that is marked by a line of its own: where an index starts. */
  reference: number;
  formatValue: (value: number) => string;
  /** What happened on a day, by its place: a line, and words beside the day. */
  marks?: readonly { at: number; name: string }[] | undefined;
}

/** What PageUp and PageDown pass over, as a share of all days. */
const leap = 0.1;

/**
 * Lines over days. Values are read above the plot, where no finger covers them: by pointing, by touch, or with the
 * arrow keys once the plot has the focus. All places are percentages, so it draws without being measured.
 */
export function LineChart({ label, days, series, reference, formatValue, marks = [] }: LineChartProps) {
  const geometry = useMemo(() => chartGeometry(days, series, reference), [days, series, reference]);
  const last = Math.max(0, days.length - 1);
  const [picked, setPicked] = useState<number>();
  const at = Math.min(picked ?? last, last);
  const day = days[at];
  const named = marks.filter((mark) => mark.at === at).map(({ name }) => name);
  const dayWords = [...named, day ? formatDay(day) : '-'].join(' · ');
  const valueWords = (values: ChartSeries['values']) => {
    const value = values[at];
    return value === undefined ? '-' : formatValue(value);
  };

  function pickPointed(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPicked(nearestDay(days, geometry.xOf, ((event.clientX - left) / width) * 100));
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = Math.max(1, Math.round(days.length * leap));
    const target = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - step,
      PageUp: at + step,
      Home: 0,
      End: last,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setPicked(Math.min(last, Math.max(0, target)));
  }

  return (
    <chakra.div>
      <ChartReadout day={dayWords} entries={series.map((one) => ({ ...one, words: valueWords(one.values) }))} />
      <chakra.div position="relative" height={{ base: '48', md: '64' }} mt="3" mb="6" mr="10">
        <YAxis ticks={geometry.yTicks} />
        <chakra.div
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at}
          aria-valuetext={[dayWords, ...series.map(({ name, values }) => `${name} ${valueWords(values)}`)].join(', ')}
          position="absolute"
          inset="0"
          cursor="crosshair"
          touchAction="pan-y"
          borderRadius="tight"
          onPointerDown={pickPointed}
          onPointerMove={pickPointed}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setPicked(undefined)}
          onKeyDown={onKeyDown}
        >
          <chakra.svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            position="absolute"
            inset="0"
            width="full"
            height="full"
            overflow="visible"
            aria-hidden
          >
            <chakra.line
              x2="100"
              y1={geometry.yOf(reference)}
              y2={geometry.yOf(reference)}
              stroke="border.control"
              strokeDasharray="1 3"
              vectorEffect="non-scaling-stroke"
            />
            {marks.map(({ at: place, name }) => (
              <chakra.line
                key={name}
                x1={geometry.xOf(place)}
                x2={geometry.xOf(place)}
                y2="100"
                stroke="fg.subtle"
                strokeDasharray="2 4"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {series.map(({ name, tone }, index) => (
              <chakra.path
                key={name}
                d={geometry.paths[index]}
                fill="none"
                stroke={strokes[tone].stroke}
                strokeDasharray={strokes[tone].dash}
                strokeWidth={tone === 'accent' ? 2 : 1.5}
                strokeLinejoin="round"
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </chakra.svg>
          {picked !== undefined && (
            <chakra.div
              position="absolute"
              insetBlock="0"
              left={`${geometry.xOf(at)}%`}
              borderLeftWidth="1px"
              borderColor="border.control"
              aria-hidden
            />
          )}
          {series.map(({ name, tone, values }) => {
            const value = values[at];
            return value === undefined ? null : (
              <chakra.span
                key={name}
                position="absolute"
                left={`${geometry.xOf(at)}%`}
                top={`${geometry.yOf(value)}%`}
                width="2"
                height="2"
                borderRadius="full"
                bg={strokes[tone].stroke}
                transform="translate(-50%, -50%)"
                aria-hidden
              />
            );
          })}
        </chakra.div>
        <XAxis ticks={geometry.xTicks} />
      </chakra.div>
    </chakra.div>
  );
}
