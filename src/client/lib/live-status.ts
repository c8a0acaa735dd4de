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

export const liveStatus = (): LiveStatus => status;

/** The state of the live connection. Without it, screens still work but update later. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(subscribe, liveStatus);
}
