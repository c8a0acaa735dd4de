import { chakra, Flex, Text } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { XAxis, YAxis } from '~/client/ui/chart/chart-axes';
import { ChoiceRow } from '~/client/ui/form/choice-row';
import { tableChartWords as words } from '~/client/words/table-chart';
import { textStart } from '~/shared/text-start';
import { layOut } from './bar-layout';
import { ChartPlot, seriesColors } from './chart-plot';
import type { FigureSeries, TableFigures } from './table-figures';

const maxSeries = 4;
const maxLabels = 60;
const longestLabel = 14;
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });
const shortened = (label: string) => (label.length > longestLabel ? `${textStart(label, longestLabel - 1)}…` : label);

/** '€48.2M', '12%': a currency sign precedes the number. */
export function withUnit(value: number, unit: string): string {
  const sign = value < 0 ? '\u2212' : '';
  const figure = compact.format(Math.abs(value));
  return sign + (/^\p{Sc}/u.test(unit) ? unit + figure : figure + unit);
}

/** The figures of an answer's table as bars or lines. */
export function TableChart({ figures }: { figures: TableFigures }) {
  const [kind, setKind] = useState<'bars' | 'lines'>('bars');
  const [unit, setUnit] = useState(figures.groups[0]?.unit ?? '');
  const group = figures.groups.find((candidate) => candidate.unit === unit) ?? figures.groups[0];
  const { series, labels, layout } = useChartFigures(figures, group);
  const [picked, setPicked] = useState<number>();
  const at = Math.min(picked ?? 0, Math.max(0, labels.length - 1));
  const valueWords = ({ values }: FigureSeries) => {
    const value = values[at];
    return value === undefined ? words.none : withUnit(value, group?.unit ?? '');
  };
  return (
    <chakra.div data-screen-only textStyle="ui" px="3" pt="3" pb="1" borderTopWidth="1px" borderColor="border">
      <Flex columnGap="4" rowGap="1" wrap="wrap" align="center">
        <ChoiceRow
          legend={words.kind}
          choices={[
            { value: 'bars', name: words.bars },
            { value: 'lines', name: words.lines },
          ]}
          value={kind}
          onChange={setKind}
        />
        {figures.groups.length > 1 && (
          <ChoiceRow
            legend={words.unit}
            choices={figures.groups.map((item) => ({ value: item.unit, name: item.unit || words.withoutUnit }))}
            value={group?.unit ?? ''}
            onChange={setUnit}
          />
        )}
        <Legend series={series} label={picked === undefined ? undefined : (labels[at] ?? '')} valueWords={valueWords} />
      </Flex>
      <chakra.div position="relative" height={{ base: '48', md: '56' }} mt="4" mb="7" mr="14">
        <YAxis
          ticks={layout.yTicks.map(({ percent, value }) => ({ percent, label: withUnit(value, group?.unit ?? '') }))}
        />
        <ChartPlot
          label={words.chartOf(series.map(({ name }) => name).join(', '))}
          valueText={[labels[at] ?? '', ...series.map((item) => `${item.name} ${valueWords(item)}`)].join(', ')}
          kind={kind}
          layout={layout}
          series={series}
          picked={picked}
          onPick={setPicked}
        />
        <XAxis ticks={layout.xTicks.map(({ percent, label }) => ({ percent, label: shortened(label) }))} />
      </chakra.div>
      {figures.labels.length > maxLabels && (
        <Text textStyle="caption" color="fg.subtle" pb="1">
          {words.first(maxLabels, figures.labels.length)}
        </Text>
      )}
    </chakra.div>
  );
}

/** The figures that fit into a chart. */
function useChartFigures(figures: TableFigures, group: TableFigures['groups'][number] | undefined) {
  const series = useMemo(
    () =>
      (group?.series ?? []).slice(0, maxSeries).map((item) => ({ ...item, values: item.values.slice(0, maxLabels) })),
    [group],
  );
  const labels = useMemo(() => figures.labels.slice(0, maxLabels), [figures]);
  const layout = useMemo(() => layOut(labels, series), [labels, series]);
  return { series, labels, layout };
}

interface LegendProps {
  series: readonly FigureSeries[];
  /** The label of the selected figures, if any. */
  label: string | undefined;
  valueWords: (series: FigureSeries) => string;
}

/** The colors of the series, with the selected figures. */
function Legend({ series, label, valueWords }: LegendProps) {
  return (
    <Flex columnGap="4" wrap="wrap" ms="auto" aria-hidden textStyle="caption">
      {label !== undefined && <chakra.span>{shortened(label)}</chakra.span>}
      {series.map((item, index) => (
        <Flex key={item.name} align="center" gap="2" color="fg.muted">
          <chakra.span width="2.5" height="2.5" borderRadius="tight" bg={seriesColors[index]} />
          {item.name || words.withoutUnit}
          {label !== undefined && <chakra.span color="fg">{valueWords(item)}</chakra.span>}
        </Flex>
      ))}
    </Flex>
  );
}
