import { useEffect, useRef } from 'react';

/**
 * Shows the browser's leave warning while `wouldLose` is true. `wouldLoseNow` is checked when the user leaves,
 * because the last save may not have rerendered yet.
 */
export function useLeaveWarning(wouldLose: boolean, wouldLoseNow?: () => boolean): void {
  const latest = useRef(wouldLoseNow);
  latest.current = wouldLoseNow;
  useEffect(() => {
    if (!wouldLose) return;
    return warnBeforeLeaving(() => latest.current?.() ?? true);
  }, [wouldLose]);
}

/** Shows the browser's leave warning until the returned function is called. */
export function warnBeforeLeaving(wouldLoseNow = () => true): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (wouldLoseNow()) event.preventDefault();
  };
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
