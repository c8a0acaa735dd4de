import { lazy, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '~/client/lib/when-idle';

const Commands = lazy(() => import('./commands'));

/** Loads shortcuts and the palette when the page is idle, because no one needs them before. */
export function LazyCommands() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => whenIdle(() => setIsTime(true)), []);
  return isTime ? (
    <Suspense>
      <Commands />
    </Suspense>
  ) : null;
}
