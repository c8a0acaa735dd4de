import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withRetries } from './retry';

const lost = new Error('lost');
const always = { delays: [0, 1000], isTransient: () => true };

describe('withRetries', () => {
  const page = new EventTarget();
  const connection = { onLine: true };
  beforeEach(() => {
    vi.useFakeTimers();
    connection.onLine = true;
    vi.stubGlobal('window', page);
    vi.stubGlobal('navigator', connection);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('stops at the first success', async () => {
    const work = vi.fn().mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockResolvedValue('done');
    const result = withRetries(work, always);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await result).toBe('done');
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('rejects with the last error after all delays', async () => {
    const work = vi.fn().mockRejectedValue(lost);
    const result = expect(withRetries(work, always)).rejects.toBe(lost);
    await vi.advanceTimersByTimeAsync(5000);
    await result;
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('waits for a rate limit without using up an attempt', async () => {
    const limited = new Error('limited');
    const work = vi.fn();
    for (let times = 0; times < 4; times++) work.mockRejectedValueOnce(limited);
    work.mockResolvedValue('done');
    const limitedFor = (cause: unknown) => (cause === limited ? 30_000 : undefined);
    const result = withRetries(work, { delays: [], isTransient: () => true, limitedFor });
    await vi.advanceTimersByTimeAsync(29_000);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(200_000);
    expect(await result).toBe('done');
  });

  it('does not retry permanent errors', async () => {
    const work = vi.fn().mockRejectedValue(lost);
    await expect(withRetries(work, { ...always, isTransient: () => false })).rejects.toBe(lost);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('waits for the connection without using up an attempt', async () => {
    connection.onLine = false;
    const work = vi.fn().mockRejectedValueOnce(lost).mockResolvedValue('done');
    const reasons: unknown[] = [];
    const result = withRetries(work, { ...always, delays: [], onWait: (what) => reasons.push(what) });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(work).toHaveBeenCalledTimes(1);
    connection.onLine = true;
    page.dispatchEvent(new Event('online'));
    expect(await result).toBe('done');
    expect(reasons).toEqual(['offline', undefined]);
  });

  it('stops waiting when aborted', async () => {
    const given = new AbortController();
    const work = vi.fn().mockRejectedValue(lost);
    const result = expect(withRetries(work, { ...always, delays: [9000], signal: given.signal })).rejects.toThrow('x');
    await vi.advanceTimersByTimeAsync(10);
    given.abort(new Error('x'));
    await result;
    expect(work).toHaveBeenCalledTimes(1);
  });
});
