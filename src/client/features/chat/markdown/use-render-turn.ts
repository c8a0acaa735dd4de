import { type RefObject, useLayoutEffect, useState } from 'react';
import { type LazyPart, useLazyPart } from './use-lazy-part';

type Wait = typeof import('./render-queue').waitForTurn;

/** Only needed when a long answer is opened. If it can't be loaded, everything is rendered in one long task. */
export const turnsPart: LazyPart<Wait> = {
  load: () =>
    import('./render-queue').then(
      (part) => part.waitForTurn,
      () => (_, work) => work(),
    ),
};

/** Whether a group may be rendered. Without `waits`, it is rendered at once. */
export function useRenderTurn(place: RefObject<Element | null>, waits: boolean): boolean {
  const [isRendered, setIsRendered] = useState(!waits);
  const wait = useLazyPart(turnsPart, !isRendered);
  useLayoutEffect(() => {
    if (place.current) return wait?.(place.current, () => setIsRendered(true));
  }, [wait, place]);
  return isRendered;
}
