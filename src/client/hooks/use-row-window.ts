import { type RefObject, startTransition, useEffect, useState } from 'react';
import { rowWindow } from './row-window';

/**
 * The visible range of rows in `list`, an element with the height of all rows. Follows its scroll container or the
 * page, and rerenders only when the range changes.
 */
export function useRowWindow(list: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  // Before the first measurement, assume a viewport of 400 px. With the extra rows that fills most screens.
  const [range, setRange] = useState(() => rowWindow(count, rowHeight, 0, 400));

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const box = scrollParent(element);
    const measure = () => {
      const top = box ? box.getBoundingClientRect().top : 0;
      const scrolled = top - element.getBoundingClientRect().top;
      const next = rowWindow(count, rowHeight, scrolled, box ? box.clientHeight : window.innerHeight);
      // Rendering rows must not block scrolling; after a long jump they may appear a moment later.
      startTransition(() => setRange((now) => (now.first === next.first && now.last === next.last ? now : next)));
    };
    measure();
    const size = new ResizeObserver(measure);
    size.observe(box ?? document.documentElement);
    const scroller = box ?? window;
    scroller.addEventListener('scroll', measure, { passive: true });
    return () => {
      size.disconnect();
      scroller.removeEventListener('scroll', measure);
    };
  }, [list, count, rowHeight]);

  return range;
}

/** The nearest vertical scroll container, or undefined if the page itself scrolls. */
function scrollParent(element: HTMLElement): HTMLElement | undefined {
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return undefined;
}
