import { afterEach, expect, it, vi } from 'vitest';
import { whenIdle } from './when-idle';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('calls back on a browser that is never idle', () => {
  vi.useFakeTimers();
  const neverIdle = (callback: () => void, options?: { timeout: number }) =>
    options ? setTimeout(callback, options.timeout) : 0;
  vi.stubGlobal('window', { requestIdleCallback: neverIdle, cancelIdleCallback: clearTimeout });
  const [called, canceled] = [vi.fn(), vi.fn()];
  whenIdle(called);
  whenIdle(canceled)();
  vi.advanceTimersByTime(2000);
  expect(called).toHaveBeenCalledOnce();
  expect(canceled).not.toHaveBeenCalled();
});

it('calls back soon, and can be canceled, on a browser that does not tell when it is idle', () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {});
  const [called, canceled] = [vi.fn(), vi.fn()];
  whenIdle(called);
  whenIdle(canceled)();
  vi.advanceTimersByTime(200);
  expect(called).toHaveBeenCalledOnce();
  expect(canceled).not.toHaveBeenCalled();
});
