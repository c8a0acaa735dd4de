import { lazy, Suspense, useEffect, useState } from 'react';

const Commands = lazy(() => import('./commands'));

/** Shortcuts and the palette come when the page is at rest: nobody presses a key before the screen is there. */
export function LateCommands() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    // Safari has no idle callback; a moment later is as good.
    const later = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 200));
    later(() => setIsTime(true));
  }, []);
  return isTime ? (
    <Suspense>
      <Commands />
    </Suspense>
  ) : null;
}
