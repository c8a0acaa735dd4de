import { afterEach, expect, it, vi } from 'vitest';
import { whenIdle } from './when-idle';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('sets a limit, because a browser may never be idle, and can be canceled', () => {
  const [request, cancel, callback] = [vi.fn(() => 7), vi.fn(), vi.fn()];
  vi.stubGlobal('window', { requestIdleCallback: request, cancelIdleCallback: cancel });
  const end = whenIdle(callback);
  expect(request).toHaveBeenCalledExactlyOnceWith(callback, { timeout: 2000 });
  end();
  expect(cancel).toHaveBeenCalledExactlyOnceWith(7);
});

it('calls back soon, and can be canceled, in a browser without requestIdleCallback', () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {});
  const [called, canceled] = [vi.fn(), vi.fn()];
  whenIdle(called);
  whenIdle(canceled)();
  vi.advanceTimersByTime(200);
  expect(called).toHaveBeenCalledOnce();
  expect(canceled).not.toHaveBeenCalled();
});
