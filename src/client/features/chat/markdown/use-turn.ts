import { type RefObject, useLayoutEffect, useState } from 'react';
import { type LazyPart, useLazyPart } from './use-lazy-part';

type Wait = typeof import('./drawing-turns').waitForTurn;

/** Only long answers that are opened need it. Where it can't be loaded, a long task is better than a missing text. */
export const turnsPart: LazyPart<Wait> = {
  load: () =>
    import('./drawing-turns').then(
      (part) => part.waitForTurn,
      () => (_, work) => work(),
    ),
};

/** Whether a group is drawn by now; one that need not wait is drawn at once. */
export function useTurn(place: RefObject<Element | null>, waits: boolean): boolean {
  const [isDrawn, setIsDrawn] = useState(!waits);
  const wait = useLazyPart(turnsPart, !isDrawn);
  useLayoutEffect(() => {
    if (place.current) return wait?.(place.current, () => setIsDrawn(true));
  }, [wait, place]);
  return isDrawn;
}
