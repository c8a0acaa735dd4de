import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Whether no part of the page is visible, such as while the user is in another tab. */
export const useIsPageHidden = (): boolean => useSyncExternalStore(subscribe, () => document.hidden);
