import { type RefObject, useEffect, useState } from 'react';
import { rowWindow } from './row-window';

/** Follows the scrolling of `box`; draws again only when other rows have to exist. */
export function useRowWindow(box: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const [range, setRange] = useState(() => rowWindow(count, rowHeight, 0, 800));

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const next = rowWindow(count, rowHeight, element.scrollTop, element.clientHeight);
      setRange((now) => (now.first === next.first && now.last === next.last ? now : next));
    };
    measure();
    const size = new ResizeObserver(measure);
    size.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [box, count, rowHeight]);

  return range;
}
