import { useSyncExternalStore } from 'react';

export type LiveStatus = 'closed' | 'connecting' | 'open' | 'reconnecting';

let status: LiveStatus = 'closed';
const listeners = new Set<() => void>();

export function setLiveStatus(next: LiveStatus): void {
  if (next === status) return;
  status = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the live connection stands. A screen whose status is not 'open' still works; its text just arrives later. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(subscribe, () => status);
}
