import { lazy, useEffect } from 'react';
import { whenIdle } from './when-idle';

const loads = new Set<() => Promise<unknown>>();

/**
 * A component that the first paint does without. Unlike with `lazy` alone, a screen that calls usePreloadedParts() has it
 * soon after: a page that loses its server keeps working.
 */
export const lazyPart: typeof lazy = (load) => {
  loads.add(load);
  return lazy(load);
};

/** Loads every lazy part once the page is idle. */
export function usePreloadedParts(): void {
  useEffect(() => whenIdle(() => void preload()), []);
}

/** One after another: parts bring parts of their own. One that can't be loaded now is loaded when it is needed. */
async function preload(): Promise<void> {
  for (const load of loads) await load().catch(() => {});
}
