import { lazy, Suspense, useEffect, useState } from 'react';

const Overlays = lazy(() => import('~/client/ui/overlay/overlays'));

/** Toasts and tooltips are needed at the first event, not for the first paint: they come when the page is at rest. */
export function LateOverlays() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    // Safari has no idle callback; a moment later is as good.
    const later = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 200));
    later(() => setIsTime(true));
  }, []);
  return isTime ? (
    <Suspense>
      <Overlays />
    </Suspense>
  ) : null;
}
