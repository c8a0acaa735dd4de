import { type PointerEvent, useRef } from 'react';

export type SwipeDirection = 'left' | 'right' | 'down';

type Pointer = PointerEvent<HTMLElement>;
interface Swipe {
  id: number;
  x: number;
  y: number;
  /** False until the finger has moved far enough to be neither tapping nor scrolling. */
  hasBegun: boolean;
}

/** In pixels. */
const slack = 10;
const closing = 72;

/**
 * Lets an element follow a finger out of the window and then closes it. Content that scrolls in the swipe direction
 * scrolls instead, because the browser then cancels the pointer. Not for mice, which select text.
 */
export function useSwipeClose(direction: SwipeDirection, onClose: () => void) {
  const swipe = useRef<Swipe>(undefined);
  const isDown = direction === 'down';
  const sign = direction === 'left' ? -1 : 1;
  const along = (event: Pointer, from: Swipe) => (isDown ? event.clientY - from.y : sign * (event.clientX - from.x));
  const across = (event: Pointer, from: Swipe) => Math.abs(isDown ? event.clientX - from.x : event.clientY - from.y);

  function begins(event: Pointer, from: Swipe): boolean {
    const distance = along(event, from);
    const sideways = across(event, from);
    if (Math.max(Math.abs(distance), sideways) < slack) return false;
    if (distance > sideways) {
      from.hasBegun = true;
      event.currentTarget.setPointerCapture(event.pointerId);
    } else swipe.current = undefined;
    return from.hasBegun;
  }

  function end(event: Pointer): Swipe | undefined {
    const from = swipe.current;
    if (!from || from.id !== event.pointerId) return undefined;
    swipe.current = undefined;
    event.currentTarget.style.transform = '';
    return from.hasBegun ? from : undefined;
  }

  return {
    onPointerDown(event: Pointer) {
      const target = event.target as Element;
      // React also bubbles events from dialogs that were opened from this element.
      const isNested = target.closest('dialog') !== event.currentTarget.closest('dialog');
      const isField = target.closest('input, textarea, select');
      if (event.pointerType === 'mouse' || !event.isPrimary || isField || isNested) return;
      swipe.current = { id: event.pointerId, x: event.clientX, y: event.clientY, hasBegun: false };
    },
    onPointerMove(event: Pointer) {
      const from = swipe.current;
      if (!from || from.id !== event.pointerId || !(from.hasBegun || begins(event, from))) return;
      const distance = Math.max(0, along(event, from));
      event.currentTarget.style.transform = isDown ? `translateY(${distance}px)` : `translateX(${sign * distance}px)`;
    },
    onPointerUp(event: Pointer) {
      const from = end(event);
      if (from && along(event, from) >= closing) onClose();
    },
    onPointerCancel: end,
  };
}
