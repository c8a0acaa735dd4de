import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Whether the user is in another tab or window. */
export const useIsPageHidden = (): boolean => useSyncExternalStore(subscribe, () => document.hidden);
