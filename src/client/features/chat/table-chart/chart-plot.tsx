import { chakra } from '@chakra-ui/react';
import { PlaceLine, ValuePoint } from '~/client/ui/chart/chart-points';
import { ChartSlider } from '~/client/ui/chart/chart-slider';
import type { BarLayout } from './bar-layout';
import type { FigureSeries } from './table-figures';

/** Distinguishable in both themes, and by their order in the legend. */
export const seriesColors = ['accent', 'accent.end', 'fg.subtle', 'border.control'] as const;

interface ChartPlotProps {
  label: string;
  /** The values at the selected point, for screen readers. */
  valueText: string;
  kind: 'bars' | 'lines';
  layout: BarLayout;
  series: readonly FigureSeries[];
  /** The index of the selected label, if any. */
  picked: number | undefined;
  onPick: (place: number | undefined) => void;
}

/** Bars or lines. The arrow keys and the pointer select labels, as in the charts of positions. */
export function ChartPlot({ label, valueText, kind, layout, series, picked, onPick }: ChartPlotProps) {
  const last = Math.max(0, layout.middles.length - 1);

  return (
    <ChartSlider
      label={label}
      valueText={valueText}
      last={last}
      at={picked ?? 0}
      isShown={picked !== undefined}
      placeOf={(percent) => Math.floor((percent / 100) * (last + 1))}
      onPick={onPick}
      overlay={picked !== undefined && kind === 'lines' && <PickedPoints at={picked} layout={layout} series={series} />}
    >
      {series.map((item, index) => (
        <chakra.g key={item.name} color={seriesColors[index]}>
          {kind === 'bars' ? (
            layout.bars[index]?.map(({ key, ...bar }) => (
              <rect
                key={key}
                {...bar}
                fill="currentColor"
                opacity={picked === undefined || key === String(picked) ? 1 : 0.45}
              />
            ))
          ) : (
            <path
              d={layout.lines[index]}
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </chakra.g>
      ))}
      <chakra.line
        x2="100"
        y1={layout.zero}
        y2={layout.zero}
        stroke="border.control"
        vectorEffect="non-scaling-stroke"
      />
    </ChartSlider>
  );
}

function PickedPoints({ at, layout, series }: Pick<ChartPlotProps, 'layout' | 'series'> & { at: number }) {
  const x = layout.middles[at] ?? 0;
  return (
    <>
      <PlaceLine x={x} />
      {series.map(({ name, values }, index) => {
        const value = values[at];
        return value === undefined ? null : (
          <ValuePoint key={name} x={x} y={layout.yOf(value)} color={seriesColors[index]} />
        );
      })}
    </>
  );
}
