import { useSyncExternalStore } from 'react';
import { interfaceLimits } from '~/shared/interface-limits';

/** Creates a hook that returns whether the window is at least this wide. Prerendered pages are treated as wide. */
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

/** Whether a panel fits beside the page (768 px and more). */
export const useIsWide = widthHook(interfaceLimits.wideScreenPixels);

/** Whether a table with many columns fits beside the navigation rail. Narrower screens show cards instead. */
export const useIsWideForTables = widthHook(1024);
