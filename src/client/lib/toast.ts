import { useSyncExternalStore } from 'react';

/** What a screen says in passing. One message is visible at a time: a newer one takes its place. */
export interface ToastMessage {
  title: string;
  description?: string;
  kind?: 'success' | 'error' | 'info';
  /** One thing to do about it, such as taking it back. */
  action?: { label: string; run: () => void };
}

export interface ShownToast extends ToastMessage {
  id: number;
}

let shown: ShownToast | undefined;
let count = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function toast(message: ToastMessage): void {
  count += 1;
  show({ ...message, id: count });
}

/** Takes the message away; with an id only if no newer one has replaced it. */
export function dismissToast(id = shown?.id): void {
  if (shown?.id === id) show(undefined);
}

export function useShownToast(): ShownToast | undefined {
  return useSyncExternalStore(subscribe, () => shown);
}
