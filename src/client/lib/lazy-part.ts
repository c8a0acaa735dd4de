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

/** How long until a part that the server does not have is requested again. */
const idleRetryMs = 60_000;

/**
 * Loads a component once the page is idle, because it is not needed before. Undefined until then. If the server has
 * another version of the page, the part is left out, because an error would replace a screen that works without it. It
 * is requested again now and then: while a server is updated, some requests reach another version.
 */
export function useIdlePart(load: () => Promise<{ default: ComponentType }>): ComponentType | undefined {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (part: { default: ComponentType }) => setPart(() => part.default);
    const start = () =>
      void loadWithRetries(load).then(show, () => {
        timer = setTimeout(start, idleRetryMs);
      });
    const cancel = whenIdle(start);
    return () => {
      cancel();
      clearTimeout(timer);
    };
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
