/**
 * Collects what arrives and hands it over once per drawn frame, so that a hundred pieces of text a second cost one
 * drawing each frame. A hidden page draws no frames; there a timer takes their place.
 */
export interface FrameQueue<Item> {
  push(item: Item): void;
  clear(): void;
}

const hiddenMs = 250;

export function createFrameQueue<Item>(flush: (items: Item[]) => void): FrameQueue<Item> {
  let waiting: Item[] = [];
  let cancel: (() => void) | undefined;

  function hand() {
    cancel = undefined;
    const items = waiting;
    waiting = [];
    if (items.length > 0) flush(items);
  }

  return {
    push(item) {
      waiting.push(item);
      cancel ??= onNextFrame(hand);
    },
    clear() {
      cancel?.();
      cancel = undefined;
      waiting = [];
    },
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
