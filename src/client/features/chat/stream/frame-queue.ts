/**
 * Batches items and delivers them once per frame, so that a hundred pieces of text per second cause one render per
 * frame. A hidden page gets no animation frames, so a timer replaces them.
 */
export interface FrameQueue<Item> {
  push(item: Item): void;
  clear(): void;
}

const hiddenMs = 250;
/**
 * Rendering may take at most 1/parts of the time, so that a slow machine renders less often instead of falling behind.
 */
const parts = 4;
const longestPauseMs = 200;

/** `flush` receives all items since the last frame, in order. */
export function createFrameQueue<Item>(flush: (items: Item[]) => void): FrameQueue<Item> {
  let waiting: Item[] = [];
  let cancel: (() => void) | undefined;
  let pauseEnds = 0;

  function deliver() {
    cancel = undefined;
    const items = waiting;
    waiting = [];
    if (items.length === 0) return;
    const began = performance.now();
    measureDrawing(
      () => flush(items),
      (ms) => {
        pauseEnds = began + Math.min(ms * parts, longestPauseMs);
      },
    );
  }

  return {
    push(item) {
      waiting.push(item);
      cancel ??= after(pauseEnds - performance.now(), deliver);
    },
    clear() {
      cancel?.();
      cancel = undefined;
      waiting = [];
    },
  };
}

/** Measures how long `flush` blocks the main thread, including React's render and the next frame. */
function measureDrawing(flush: () => void, onMeasured: (ms: number) => void): void {
  const began = performance.now();
  let busy = 0;
  flush();
  // React has scheduled its render by then, so the timer runs after it.
  queueMicrotask(() =>
    setTimeout(() => {
      busy = performance.now() - began;
    }),
  );
  requestAnimationFrame(() => {
    const frameBegan = performance.now();
    setTimeout(() => onMeasured(busy + performance.now() - frameBegan));
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
