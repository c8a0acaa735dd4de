import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onEnd` after `ms` milliseconds, not counting pauses. */
export function usePausableTimeout(onEnd: () => void, ms: number, isPaused: boolean): void {
  const remainingMs = useRef(ms);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isPaused) return;
    const startedAt = performance.now();
    const timer = setTimeout(end, remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current -= performance.now() - startedAt;
    };
  }, [isPaused]);
}
