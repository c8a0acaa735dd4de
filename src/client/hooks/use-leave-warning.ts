import { useEffect, useRef } from 'react';

/**
 * Has the browser ask before the page is left or reloaded, as long as something would be lost by it. `wouldLoseNow` is
 * asked at that moment: what was just saved may not be drawn yet.
 */
export function useLeaveWarning(wouldLose: boolean, wouldLoseNow?: () => boolean): void {
  const latest = useRef(wouldLoseNow);
  latest.current = wouldLoseNow;
  useEffect(() => {
    if (!wouldLose) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current?.() ?? true) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [wouldLose]);
}
