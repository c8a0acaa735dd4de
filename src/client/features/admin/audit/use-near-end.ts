import { type RefObject, useEffect, useRef } from 'react';

/** Calls when the element comes within a screen of the reader, and again with every page that has come. */
export function useNearEnd(element: RefObject<HTMLElement | null>, count: number, onNear: () => void): void {
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count is the reason to look again
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
