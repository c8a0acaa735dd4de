import { type RefObject, useEffect, useRef } from 'react';

/** Calls `onNear` when the element is within one screen of the viewport, and checks again whenever `count` changes. */
export function useNearEnd(element: RefObject<HTMLElement | null>, count: number, onNear: () => void): void {
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed count must trigger another check
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latest.current(),
      { rootMargin: '100% 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, count]);
}
