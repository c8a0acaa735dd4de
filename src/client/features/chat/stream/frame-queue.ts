/**
 * Collects what arrives and hands it over once per drawn frame, so that a hundred pieces of text a second cost one
 * drawing each frame. A hidden page draws no frames; there a timer takes their place.
 */
export interface FrameQueue<Item> {
  push(item: Item): void;
  clear(): void;
}

const hiddenMs = 250;
/** Drawing may take one part in so many of the time: a slow machine draws less often, not later and later. */
const parts = 4;
const longestPauseMs = 200;

export function createFrameQueue<Item>(flush: (items: Item[]) => void): FrameQueue<Item> {
  let waiting: Item[] = [];
  let cancel: (() => void) | undefined;
  let pauseEnds = 0;

  function hand() {
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
      cancel ??= after(pauseEnds - performance.now(), hand);
    },
    clear() {
      cancel?.();
      cancel = undefined;
      waiting = [];
    },
  };
}

/** How long the main thread is busy because of `flush`: what React does then, and the frame that shows it. */
function measureDrawing(flush: () => void, onMeasured: (ms: number) => void): void {
  const began = performance.now();
  let busy = 0;
  flush();
  // React has planned its work by then, so that the timer follows it.
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

/** Whichever comes first: a page that is hidden after the request would wait for its frame until it is seen again. */
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
