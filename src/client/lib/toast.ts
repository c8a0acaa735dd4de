import { useSyncExternalStore } from 'react';
import { errorMessage } from './error-message';
import { createListeners } from './listeners';

/** A short message. Only one is visible at a time; a newer one replaces it. */
export interface ToastMessage {
  title: string;
  description?: string;
  kind?: 'success' | 'error' | 'info';
  /** An action to offer, such as undo. */
  action?: { label: string; run: () => void };
}

export interface ShownToast extends ToastMessage {
  id: number;
}

let current: ShownToast | undefined;
let count = 0;
const listeners = createListeners();

function show(next: ShownToast | undefined): void {
  current = next;
  listeners.notify();
}

export function toast(message: ToastMessage): void {
  count += 1;
  show({ ...message, id: count });
}

/** Shows that an action failed, and why. Returns the message's id, for `dismissToast()`. */
export function errorToast(title: string, cause: unknown): number {
  toast({ kind: 'error', title, description: errorMessage(cause) });
  return count;
}

/** Hides the message. With an id, only if that message is still visible. */
export function dismissToast(id = current?.id): void {
  if (current?.id === id) show(undefined);
}

export function useShownToast(): ShownToast | undefined {
  return useSyncExternalStore(listeners.subscribe, () => current);
}
