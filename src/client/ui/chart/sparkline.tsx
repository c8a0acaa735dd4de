import { chakra } from '@chakra-ui/react';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';

interface SparklineProps {
  /** Oldest first. Fewer than two values draw nothing. */
  values: readonly number[];
  /** Accessible name that describes the development. */
  label: string;
  /** Smaller, for use beside text on narrow screens. */
  isSmall?: boolean;
}

const width = 80;
const height = 24;
const margin = 3;

/** A word-sized chart of a few dozen values, in the color of a gain or a loss. Without values it is empty space. */
export function Sparkline({ values, label, isSmall = false }: SparklineProps) {
  const last = values.at(-1);
  const isDrawn = values.length > 1 && last !== undefined;
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [margin, width - margin]);
  const y = scaleLinear([Math.min(...values), Math.max(...values)], [height - margin, margin]);
  const tone = (last ?? 0) < (values[0] ?? 0) ? 'loss' : 'gain';
  const path = line<number>((_, index) => x(index), y)(values);
  return (
    <chakra.svg
      viewBox={`0 0 ${width} ${height}`}
      width={isSmall ? '12' : '20'}
      height={isSmall ? '4' : '6'}
      flexShrink={0}
      display="inline-block"
      verticalAlign="middle"
      role={isDrawn ? 'img' : undefined}
      aria-label={isDrawn ? label : undefined}
      aria-hidden={isDrawn ? undefined : true}
    >
      {isDrawn && path && (
        <>
          <chakra.path d={path} fill="none" stroke={tone} strokeWidth="1.5" strokeLinejoin="round" />
          <chakra.circle cx={x(values.length - 1)} cy={y(last)} r="2" fill={tone} />
        </>
      )}
    </chakra.svg>
  );
}
