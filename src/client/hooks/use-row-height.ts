import { type RefObject, useLayoutEffect, useState } from 'react';

/** Less than this is the rounding of a zoomed page, no other height. */
const tolerance = 1;

/**
 * How tall a row of `list` is, from one `[data-row]` to the next, read from the rows that are drawn: the reader's font
 * size and the width of the page decide it. Until there are two rows it is the estimate.
 */
export function useRowHeight(list: RefObject<HTMLElement | null>, estimate: number): number {
  const [height, setHeight] = useState(estimate);

  // After every drawing: other rows, another width. It ends when a drawing finds the height it started from.
  useLayoutEffect(() => {
    const rows = list.current?.querySelectorAll<HTMLElement>(':scope > [data-row]');
    const first = rows?.[0];
    const last = rows?.[rows.length - 1];
    if (!rows || !first || !last || rows.length < 2) return;
    const mean = (last.getBoundingClientRect().top - first.getBoundingClientRect().top) / (rows.length - 1);
    // A list that is not displayed has no heights: the rows of none would be drawn.
    if (mean > 0 && Math.abs(mean - height) > tolerance) setHeight(mean);
  });

  return height;
}
