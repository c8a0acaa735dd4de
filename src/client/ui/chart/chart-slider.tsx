import { chakra } from '@chakra-ui/react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';

interface ChartSliderProps {
  /** Names the chart for assistive technology. */
  label: string;
  /** What is at the place, for screen readers. */
  valueText: string;
  /** The last place; the first one is 0. */
  last: number;
  at: number;
  /** False while no values are shown: the first arrow key then shows those at the place instead of leaving it. */
  isShown: boolean;
  /** The place that is nearest to a point, in percent of the width. */
  placeOf: (percent: number) => number;
  /** Undefined when the mouse leaves. */
  onPick: (place: number | undefined) => void;
  /** Drawn in a square of 100 by 100 that is stretched over the plot. */
  children: ReactNode;
  /** Drawn above it, unstretched. */
  overlay?: ReactNode;
}

/** What PageUp and PageDown pass over, as a share of all places. */
const leap = 0.1;

/** Where a key of a slider leads to, which may be beyond the ends; undefined for other keys. */
function placeByKey(key: string, at: number, last: number, step: number): number | undefined {
  const page = Math.max(1, Math.round((last + 1) * leap));
  return {
    ArrowLeft: at - step,
    ArrowDown: at - step,
    ArrowRight: at + step,
    ArrowUp: at + step,
    PageDown: at - page,
    PageUp: at + page,
    Home: 0,
    End: last,
  }[key];
}

/** The plot of a chart, whose places are passed through by pointing, by touch or with the keys of a slider. */
export function ChartSlider(props: ChartSliderProps) {
  const { label, valueText, last, at, isShown, placeOf, onPick, children, overlay } = props;
  const pick = (place: number) => onPick(Math.min(last, Math.max(0, place)));

  function pickPointed(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    pick(placeOf(((event.clientX - left) / width) * 100));
  }

  function onKeyDown(event: KeyboardEvent) {
    const target = placeByKey(event.key, at, last, isShown ? 1 : 0);
    if (target === undefined) return;
    event.preventDefault();
    pick(target);
  }

  return (
    <chakra.div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={valueText}
      position="absolute"
      inset="0"
      cursor="crosshair"
      touchAction="pan-y"
      borderRadius="tight"
      onPointerDown={pickPointed}
      onPointerMove={pickPointed}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onPick(undefined)}
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
        {children}
      </chakra.svg>
      {overlay}
    </chakra.div>
  );
}
