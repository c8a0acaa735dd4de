import { type RefObject, useLayoutEffect, useState } from 'react';

/** Smaller differences are rounding errors of a zoomed page. */
const tolerance = 1;

/**
 * The average row height of `list`, measured between the rendered `[data-row]` elements, because it depends on the
 * font size and the page width. Returns the estimate until two rows are rendered.
 */
export function useRowHeight(list: RefObject<HTMLElement | null>, estimate: number): number {
  const [height, setHeight] = useState(estimate);

  // Measures after every render, because rows and widths change. Stops once the height no longer changes.
  useLayoutEffect(() => {
    const rows = list.current?.querySelectorAll<HTMLElement>(':scope > [data-row]');
    const first = rows?.[0];
    const last = rows?.[rows.length - 1];
    if (!rows || !first || !last || rows.length < 2) return;
    const mean = (last.getBoundingClientRect().top - first.getBoundingClientRect().top) / (rows.length - 1);
    // A hidden list measures 0; keep the last height.
    if (mean > 0 && Math.abs(mean - height) > tolerance) setHeight(mean);
  });

  return height;
}
