import { type ComponentType, lazy, useEffect, useState } from 'react';
import { atBase } from './base-path';
import { whenIdle } from './when-idle';

const loads = new Set<() => Promise<unknown>>();
const firstPauseMs = 500;
const longestPauseMs = 10_000;

/**
 * Like React's `lazy`, for components that the first paint does not need. usePreloadedParts() loads them when the page
 * is idle. While the server is unreachable, loading is retried and the screen stays; with plain `lazy` an error would
 * replace it.
 */
export const lazyPart: typeof lazy = (load) => {
  loads.add(load);
  return lazy(() => loadWithRetries(load));
};

/**
 * Loads a component once the page is idle, because no one needs it before. Undefined until then. If only a reload of
 * the page could load it, it is left out: an error would replace a screen that works without it.
 */
export function useIdlePart(load: () => Promise<{ default: ComponentType }>): ComponentType | undefined {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    const show = (part: { default: ComponentType }) => setPart(() => part.default);
    return whenIdle(() => void loadWithRetries(load).then(show, () => {}));
  }, [load]);
  return Part;
}

async function loadWithRetries<T>(load: () => Promise<T>): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await load();
    } catch (error) {
      // If the server responds, it has another version of the page, and only a reload helps.
      if (await isServerReachable()) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** A proxy responds with a server error while the server starts. */
const isServerReachable = () =>
  fetch(atBase('/livez'), { cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );

/** Loads every lazy part once the page is idle. */
export function usePreloadedParts(): void {
  useEffect(() => whenIdle(() => void preload()), []);
}

/** Loads sequentially, because parts can register further parts. Failed parts are loaded when they are needed. */
async function preload(): Promise<void> {
  for (const load of loads) await load().catch(() => {});
}
