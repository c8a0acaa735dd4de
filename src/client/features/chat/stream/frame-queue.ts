/**
 * Batches items and delivers them once per frame, so that a hundred pieces of text per second cause one render per
 * frame. A hidden page gets no animation frames, so a timer replaces them.
 */
export interface FrameQueue<Item> {
  push(item: Item): void;
  /** Must be called when the items of a delivery have been rendered. */
  onRendered(): void;
  clear(): void;
}

const hiddenMs = 250;
/**
 * Rendering may take at most 1/parts of the time, so that a slow machine renders less often instead of falling behind.
 */
const parts = 4;
const longestPauseMs = 200;

/** `flush` receives all items since the last frame, in order. They may be rendered later, but not in another order. */
export function createFrameQueue<Item>(flush: (items: Item[]) => void): FrameQueue<Item> {
  let waiting: Item[] = [];
  let cancel: (() => void) | undefined;
  let pauseEnds = 0;
  /** When the items that are being rendered were delivered. */
  let began: number | undefined;

  function schedule() {
    cancel = after(pauseEnds - performance.now(), deliver);
  }

  function deliver() {
    cancel = undefined;
    const items = waiting;
    waiting = [];
    if (items.length === 0) return;
    began = performance.now();
    pauseEnds = began + longestPauseMs;
    flush(items);
  }

  return {
    push(item) {
      waiting.push(item);
      if (!cancel) schedule();
    },
    onRendered() {
      if (began === undefined) return;
      const from = began;
      began = undefined;
      const renderedMs = performance.now() - from;
      measureFrame((frameMs) => {
        if (began !== undefined) return;
        pauseEnds = from + Math.min((renderedMs + frameMs) * parts, longestPauseMs);
        if (!cancel) return;
        cancel();
        schedule();
      });
    },
    clear() {
      cancel?.();
      cancel = undefined;
      waiting = [];
    },
  };
}

/** Measures how long the next frame blocks the main thread. */
function measureFrame(onMeasured: (ms: number) => void): void {
  requestAnimationFrame(() => {
    const frameBegan = performance.now();
    setTimeout(() => onMeasured(performance.now() - frameBegan));
  });
}

function after(pauseMs: number, run: () => void): () => void {
  if (pauseMs <= 0) return onNextFrame(run);
  let cancel: (() => void) | undefined;
  const timer = setTimeout(() => {
    cancel = onNextFrame(run);
  }, pauseMs);
  return () => {
    clearTimeout(timer);
    cancel?.();
  };
}

/**
 * The first of a frame and a timer: a page that becomes hidden after the request gets no frame until it is visible
 * again.
 */
function onNextFrame(run: () => void): () => void {
  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const once = () => {
    stop();
    run();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, hiddenMs);
  return stop;
}
