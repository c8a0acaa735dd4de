import { lazy, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '~/client/lib/when-idle';

const Commands = lazy(() => import('./commands'));

/** Shortcuts and the palette come when the page is at rest: nobody presses a key before the screen is there. */
export function LateCommands() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => whenIdle(() => setIsTime(true)), []);
  return isTime ? (
    <Suspense>
      <Commands />
    </Suspense>
  ) : null;
}
