import { chakra } from '@chakra-ui/react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';

interface ChartSliderProps {
  /** Accessible name of the chart. */
  label: string;
  /** Describes the values at the current position for screen readers. */
  valueText: string;
  /** The last position; the first one is 0. */
  last: number;
  at: number;
  /** If false, no values are shown yet, and the first arrow key shows those at `at` instead of moving. */
  isShown: boolean;
  /** Returns the position nearest to a point, in percent of the width. */
  placeOf: (percent: number) => number;
  /** Called with a position, or with undefined when the mouse leaves. */
  onPick: (place: number | undefined) => void;
  /** SVG content in a 100 × 100 square, which is stretched over the plot. */
  children: ReactNode;
  /** HTML content above it, not stretched. */
  overlay?: ReactNode;
}

/** The step of PageUp and PageDown, as a share of all positions. */
const leap = 0.1;

/** The position a slider key moves to, possibly out of range; undefined for other keys. */
function indexForKey(key: string, at: number, last: number, step: number): number | undefined {
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

/** A chart's plot as a slider: select a position with the pointer, by touch or with the keyboard. */
export function ChartSlider(props: ChartSliderProps) {
  const { label, valueText, last, at, isShown, placeOf, onPick, children, overlay } = props;
  const pick = (place: number) => onPick(Math.min(last, Math.max(0, place)));

  function pickAtPointer(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    pick(placeOf(((event.clientX - left) / width) * 100));
  }

  function onKeyDown(event: KeyboardEvent) {
    const target = indexForKey(event.key, at, last, isShown ? 1 : 0);
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
      onPointerDown={pickAtPointer}
      onPointerMove={pickAtPointer}
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
