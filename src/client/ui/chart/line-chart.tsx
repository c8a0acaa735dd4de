import { chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { formatDay } from '~/client/lib/format';
import { XAxis, YAxis } from './chart-axes';
import { type ChartSeries, chartGeometry, nearestDay } from './chart-geometry';
import { PlaceLine, ValuePoint } from './chart-points';
import { ChartReadout } from './chart-readout';
import { ChartSlider } from './chart-slider';
import { chartStrokes as strokes } from './chart-strokes';

interface LineChartProps {
  /** Accessible name of the chart. */
  label: string;
  /** yyyy-mm-dd, oldest first. */
  days: readonly string[];
  series: readonly ChartSeries[];
  /** A value with its own grid line, such as the start of an index. */
  reference: number;
  formatValue: (value: number) => string;
  /** Reduces the height, for charts beside more important content. */
  isCompact?: boolean;
  /** Events by day index: each gets a vertical line, and its name is shown beside the day. */
  marks?: readonly { at: number; name: string }[] | undefined;
}

/**
 * A line chart over days. The selected values are shown above the plot, where no finger covers them. All positions are
 * percentages, so it renders without being measured.
 */
export function LineChart(props: LineChartProps) {
  const { label, days, series, reference, formatValue, isCompact = false, marks = [] } = props;
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

  return (
    <chakra.div>
      <ChartReadout day={dayWords} entries={series.map((line) => ({ ...line, words: valueWords(line.values) }))} />
      <chakra.div position="relative" height={{ base: '48', md: isCompact ? '48' : '64' }} mt="3" mb="6" mr="10">
        <YAxis ticks={geometry.yTicks} />
        <ChartSlider
          label={label}
          valueText={[dayWords, ...series.map(({ name, values }) => `${name} ${valueWords(values)}`)].join(', ')}
          last={last}
          at={at}
          isShown
          placeOf={(percent) => nearestDay(days, geometry.xOf, percent)}
          onPick={setPicked}
          overlay={
            <>
              {picked !== undefined && <PlaceLine x={geometry.xOf(at)} />}
              <ValuesAt at={at} series={series} geometry={geometry} />
            </>
          }
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
          <Lines series={series} geometry={geometry} />
        </ChartSlider>
        <XAxis ticks={geometry.xTicks} />
      </chakra.div>
    </chakra.div>
  );
}

interface SeriesProps {
  series: readonly ChartSeries[];
  geometry: ReturnType<typeof chartGeometry>;
}

function Lines({ series, geometry }: SeriesProps) {
  return series.map(({ name, tone }, index) => (
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
  ));
}

function ValuesAt({ at, series, geometry }: SeriesProps & { at: number }) {
  return series.map(({ name, tone, values }) => {
    const value = values[at];
    return value === undefined ? null : (
      <ValuePoint key={name} x={geometry.xOf(at)} y={geometry.yOf(value)} color={strokes[tone].stroke} />
    );
  });
}
