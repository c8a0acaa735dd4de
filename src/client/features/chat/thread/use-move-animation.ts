import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

const moveMs = 180;

/**
 * Animates an element from its old to its new position. Call `begin` just before the layout changes, and change
 * `hasMoved` with it. `arrival` resolves when the animation ends, or at once with reduced motion.
 */
export function useMoveAnimation(element: RefObject<HTMLElement | null>, hasMoved: boolean) {
  const from = useRef<number>(undefined);
  const animation = useRef<Promise<unknown>>(Promise.resolve());

  const begin = useCallback(() => {
    from.current = element.current?.getBoundingClientRect().top;
  }, [element]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the animation runs when the position changes
  useLayoutEffect(() => {
    const box = element.current;
    if (!box || from.current === undefined) return;
    const distance = from.current - box.getBoundingClientRect().top;
    from.current = undefined;
    if (Math.abs(distance) < 1 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const frames = [{ transform: `translateY(${distance}px)` }, { transform: 'none' }];
    animation.current = box.animate(frames, { duration: moveMs, easing: 'cubic-bezier(0.16, 1, 0.3, 1)' }).finished;
  }, [element, hasMoved]);

  const arrival = useCallback(() => animation.current.catch(() => {}), []);
  return { begin, arrival };
}
