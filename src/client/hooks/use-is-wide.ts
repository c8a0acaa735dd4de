import { useSyncExternalStore } from 'react';
import { limits } from '~/shared/limits';

/** A hook: whether the window has this width. A page made at build time has it. */
export function widthHook(pixels: number): () => boolean {
  const query = `(min-width: ${pixels}px)`;
  const subscribe = (listener: () => void) => {
    const list = matchMedia(query);
    list.addEventListener('change', listener);
    return () => list.removeEventListener('change', listener);
  };
  return () =>
    useSyncExternalStore(
      subscribe,
      () => matchMedia(query).matches,
      () => true,
    );
}

/** Whether there is room for a panel beside the page (768 px and more). */
export const useIsWide = widthHook(limits.wideScreenPixels);

/** Whether a table with many columns fits beside the rail. On a narrower screen its rows are cards. */
export const useIsWideForTables = widthHook(1024);
