import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners';

export type LiveStatus = 'closed' | 'connecting' | 'open' | 'reconnecting';

let status: LiveStatus = 'closed';
const listeners = createListeners();

export function setLiveStatus(next: LiveStatus): void {
  if (next === status) return;
  status = next;
  listeners.notify();
}

export const liveStatus = (): LiveStatus => status;

/** The state of the live connection. Without it, screens still work but update later. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(listeners.subscribe, liveStatus);
}
