import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDeferredDelete } from './deferred-delete';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('deletes a conversation that was left, once', () => {
  const end = vi.fn();
  const deferredDelete = createDeferredDelete(1000);
  deferredDelete.schedule('a', end);
  deferredDelete.schedule('a', end);
  vi.advanceTimersByTime(999);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5000);
  expect(end).toHaveBeenCalledTimes(1);
});

it('deletes only what was left and not reopened', () => {
  const ended: string[] = [];
  const deferredDelete = createDeferredDelete(1000);
  deferredDelete.schedule('a', () => ended.push('a'));
  deferredDelete.schedule('b', () => ended.push('b'));
  deferredDelete.cancel('a');
  vi.advanceTimersByTime(5000);
  expect(ended).toEqual(['b']);
});
