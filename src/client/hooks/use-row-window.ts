import { type RefObject, startTransition, useEffect, useState } from 'react';
import { rowWindow } from './row-window';

/**
 * Which rows of `list` (the element that is as tall as all of them) are in sight. Follows whatever scrolls it, a box
 * or the page, and draws again only when other rows have to exist.
 */
export function useRowWindow(list: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  // With the rows beyond them enough for most screens; the rest follows once the page stands.
  const [range, setRange] = useState(() => rowWindow(count, rowHeight, 0, 400));

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const box = scrollParent(element);
    const measure = () => {
      const top = box ? box.getBoundingClientRect().top : 0;
      const scrolled = top - element.getBoundingClientRect().top;
      const next = rowWindow(count, rowHeight, scrolled, box ? box.clientHeight : window.innerHeight);
      // Drawing rows gives way to scrolling: a long jump may show them a moment later, but never holds the page up.
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

/** The nearest box that scrolls its content down; none where the page itself scrolls. */
function scrollParent(element: HTMLElement): HTMLElement | undefined {
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return undefined;
}
