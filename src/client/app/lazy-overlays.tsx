import { lazy, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '~/client/lib/when-idle';

const Overlays = lazy(() => import('~/client/ui/overlay/overlays'));

/** Loads toasts and tooltips when the page is idle, because the first paint does not need them. */
export function LazyOverlays() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => whenIdle(() => setIsTime(true)), []);
  return isTime ? (
    <Suspense>
      <Overlays />
    </Suspense>
  ) : null;
}
