import { useSyncExternalStore } from 'react';
import { limits } from '~/shared/limits';

const query = matchMedia(`(min-width: ${limits.wideScreenPixels}px)`);

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the conversations stand beside the chat (768 px and more) or in a drawer. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
