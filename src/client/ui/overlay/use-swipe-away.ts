import { type PointerEvent, useRef, useState } from 'react';

/** Swipe to the right to dismiss. Below `threshold` pixels the element springs back. */
export function useSwipeAway(onAway: () => void, threshold: number) {
  const start = useRef<number | undefined>(undefined);
  const [offset, setOffset] = useState(0);

  function finish() {
    start.current = undefined;
    if (offset >= threshold) onAway();
    else setOffset(0);
  }

  return {
    offset,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        // A press on a button is not a drag.
        if (event.button !== 0 || (event.target as Element).closest('button')) return;
        start.current = event.clientX;
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (start.current !== undefined) setOffset(Math.max(0, event.clientX - start.current));
      },
      onPointerUp: finish,
      onPointerCancel: finish,
    },
  };
}
