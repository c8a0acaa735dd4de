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

  it('hands over everything at once with the next frame', () => {
    const flush = vi.fn();
    const queue = createFrameQueue<string>(flush);
    queue.push('a');
    queue.push('b');
    expect(flush).not.toHaveBeenCalled();
    frames.at(-1)?.();
    vi.runAllTimers();
    expect(flush.mock.calls).toEqual([[['a', 'b']]]);
    queue.push('c');
    frames.at(-1)?.();
    expect(flush).toHaveBeenLastCalledWith(['c']);
  });

  it('draws less often where drawing takes long', async () => {
    const flush = vi.fn(() => void vi.advanceTimersByTime(30));
    const queue = createFrameQueue<string>(flush);
    queue.push('a');
    frames.at(-1)?.();
    await Promise.resolve();
    vi.advanceTimersByTime(1);
    // The frame that shows it.
    frames.at(-1)?.();
    vi.advanceTimersByTime(1);
    const requested = frames.length;
    queue.push('b');
    queue.push('c');
    expect(frames).toHaveLength(requested);
    vi.advanceTimersByTime(200);
    frames.at(-1)?.();
    expect(flush.mock.calls).toEqual([[['a']], [['b', 'c']]]);
  });

  it('does not wait for a hidden page to be drawn', () => {
    const flush = vi.fn();
    createFrameQueue<string>(flush).push('a');
    vi.advanceTimersByTime(300);
    expect(flush).toHaveBeenCalledWith(['a']);
  });

  it('forgets what waits when it is cleared', () => {
    const flush = vi.fn();
    const queue = createFrameQueue<string>(flush);
    queue.push('a');
    queue.clear();
    frames.at(-1)?.();
    vi.runAllTimers();
    expect(flush).not.toHaveBeenCalled();
  });
});
