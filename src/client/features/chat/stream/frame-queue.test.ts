import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFrameQueue } from './frame-queue';

describe('a frame queue', () => {
  let frames: (() => void)[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    frames = [];
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
    vi.stubGlobal('cancelAnimationFrame', (id: number) => {
      frames[id - 1] = () => {};
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** A queue that has delivered 'a', with 'b' waiting. */
  function deliverFirst() {
    const flush = vi.fn();
    const queue = createFrameQueue<string>(flush);
    queue.push('a');
    frames.at(-1)?.();
    queue.push('b');
    return { flush, queue };
  }

  it('delivers everything at once in the next frame', () => {
    const flush = vi.fn();
    const queue = createFrameQueue<string>(flush);
    queue.push('a');
    queue.push('b');
    expect(flush).not.toHaveBeenCalled();
    frames.at(-1)?.();
    vi.runAllTimers();
    expect(flush.mock.calls).toEqual([[['a', 'b']]]);
    queue.onRendered();
    frames.at(-1)?.();
    vi.runAllTimers();
    queue.push('c');
    frames.at(-1)?.();
    expect(flush).toHaveBeenLastCalledWith(['c']);
  });

  it('flushes less often when rendering is slow', () => {
    const { flush, queue } = deliverFirst();
    vi.advanceTimersByTime(30);
    queue.onRendered();
    frames.at(-1)?.();
    vi.advanceTimersByTime(1);
    const requested = frames.length;
    queue.push('c');
    vi.advanceTimersByTime(80);
    expect(frames).toHaveLength(requested);
    vi.advanceTimersByTime(20);
    frames.at(-1)?.();
    expect(flush.mock.calls).toEqual([[['a']], [['b', 'c']]]);
  });

  it('delivers the next items after a while, even if the last ones are not rendered yet', () => {
    const { flush } = deliverFirst();
    vi.advanceTimersByTime(190);
    expect(flush.mock.calls).toEqual([[['a']]]);
    vi.advanceTimersByTime(20);
    frames.at(-1)?.();
    expect(flush.mock.calls).toEqual([[['a']], [['b']]]);
  });

  it('does not wait for a frame while the page is hidden', () => {
    const flush = vi.fn();
    createFrameQueue<string>(flush).push('a');
    vi.advanceTimersByTime(300);
    expect(flush).toHaveBeenCalledWith(['a']);
  });

  it('drops waiting items when it is cleared', () => {
    const flush = vi.fn();
    const queue = createFrameQueue<string>(flush);
    queue.push('a');
    queue.clear();
    frames.at(-1)?.();
    vi.runAllTimers();
    expect(flush).not.toHaveBeenCalled();
  });
});
