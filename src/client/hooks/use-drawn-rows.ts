import { type RefObject, useEffect, useRef } from 'react';
import { useRowHeight } from './use-row-height';
import { useRowWindow } from './use-row-window';

/** Up to here every row of a whole list exists: the browser's own search finds them all. */
const windowedFrom = 100;

interface DrawnRows {
  first: number;
  last: number;
  /** The space that stands for the rows before and after. */
  spaceBefore: number;
  spaceAfter: number;
}

/** The rows of a table or a list of cards that have to exist, and word when the last of them comes into sight. */
export function useDrawnRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  estimate: number,
  /** False while more rows are to come: a search would miss those anyway, and each page should cost little. */
  isWhole: boolean,
  onNearEnd: () => void,
): DrawnRows {
  const rowHeight = useRowHeight(list, estimate);
  const { first, last } = useRowWindow(list, count, rowHeight);

  const nearEnd = useRef(onNearEnd);
  useEffect(() => {
    nearEnd.current = onNearEnd;
  });
  const isNearEnd = last >= count;
  // Again with every page that has come: the end may still be in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count is the reason to tell again
  useEffect(() => {
    if (isNearEnd) nearEnd.current();
  }, [isNearEnd, count]);

  if (isWhole && count <= windowedFrom) return { first: 0, last: count, spaceBefore: 0, spaceAfter: 0 };
  return { first, last, spaceBefore: first * rowHeight, spaceAfter: (count - last) * rowHeight };
}
