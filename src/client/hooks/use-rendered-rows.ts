import { type RefObject, useEffect, useRef } from 'react';
import { useRowHeight } from './use-row-height';
import { useRowWindow } from './use-row-window';

/** Complete lists up to this length are rendered in full, so that the browser's search finds every row. */
const windowedFrom = 100;

interface RenderedRows {
  first: number;
  last: number;
  /** Pixels of empty space in place of the rows that are not rendered. */
  spaceBefore: number;
  spaceAfter: number;
}

/** The range of table rows or cards to render. Calls `onNearEnd` when the last row comes near the viewport. */
export function useRenderedRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  estimate: number,
  /** False while more pages can be loaded. Such lists are always windowed, because no search would be complete. */
  isWhole: boolean,
  onNearEnd: () => void,
): RenderedRows {
  const rowHeight = useRowHeight(list, estimate);
  const { first, last } = useRowWindow(list, count, rowHeight);

  const nearEnd = useRef(onNearEnd);
  useEffect(() => {
    nearEnd.current = onNearEnd;
  });
  const isNearEnd = last >= count;
  // Runs again after each loaded page, because the end may still be visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run again when the count changes
  useEffect(() => {
    if (isNearEnd) nearEnd.current();
  }, [isNearEnd, count]);

  if (isWhole && count <= windowedFrom) return { first: 0, last: count, spaceBefore: 0, spaceAfter: 0 };
  return { first, last, spaceBefore: first * rowHeight, spaceAfter: (count - last) * rowHeight };
}
