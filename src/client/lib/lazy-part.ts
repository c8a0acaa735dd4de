import { lazy, useEffect } from 'react';
import { atBase } from './base-path';
import { whenIdle } from './when-idle';

const loads = new Set<() => Promise<unknown>>();
const firstPauseMs = 500;
const longestPauseMs = 10_000;

/**
 * A component that the first paint does without. A screen that calls usePreloadedParts() has it soon after. While the
 * server cannot be reached, loading waits and the rest of the screen stays; with `lazy` alone the screen would be
 * replaced by an error.
 */
export const lazyPart: typeof lazy = (load) => {
  loads.add(load);
  return lazy(async () => {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        return await load();
      } catch (error) {
        // A server that answers has another version of the page: only loading the page again helps.
        if (await isServerThere()) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  });
};

const isServerThere = () =>
  fetch(atBase('/livez'), { cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** Loads every lazy part once the page is idle. */
export function usePreloadedParts(): void {
  useEffect(() => whenIdle(() => void preload()), []);
}

/** One after another: parts bring parts of their own. One that can't be loaded now is loaded when it is needed. */
async function preload(): Promise<void> {
  for (const load of loads) await load().catch(() => {});
}
