import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls `box` to the selected row once per selection, unless it is visible. */
export function useRevealRow(
  box: RefObject<HTMLElement | null>,
  selectedId: string | undefined,
  row: number,
  rowHeight: number,
): void {
  const revealedId = useRef<string>(undefined);
  useEffect(() => {
    const element = box.current;
    if (!element || row < 0 || revealedId.current === selectedId) return;
    revealedId.current = selectedId;
    const top = row * rowHeight;
    const isInSight = top >= element.scrollTop && top + rowHeight <= element.scrollTop + element.clientHeight;
    if (!isInSight) element.scrollTop = top - element.clientHeight / 2;
  }, [box, selectedId, row, rowHeight]);
}
