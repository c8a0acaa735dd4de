import { useSyncExternalStore } from 'react';
import { limits } from '~/shared/limits';

const query = `(min-width: ${limits.wideScreenPixels}px)`;

function subscribe(listener: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

/** Whether there is room for a panel beside the page and for tables (768 px and more). A page made at build time is. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => true,
  );
}
