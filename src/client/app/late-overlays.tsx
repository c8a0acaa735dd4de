import { lazy, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '~/client/lib/when-idle';

const Overlays = lazy(() => import('~/client/ui/overlay/overlays'));

/** Toasts and tooltips are needed at the first event, not for the first paint: they come when the page is at rest. */
export function LateOverlays() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => whenIdle(() => setIsTime(true)), []);
  return isTime ? (
    <Suspense>
      <Overlays />
    </Suspense>
  ) : null;
}
