import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLeaving } from './leaving';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('deletes a conversation that was left, once', () => {
  const end = vi.fn();
  const leaving = createLeaving(1000);
  leaving.leave('a', end);
  leaving.leave('a', end);
  vi.advanceTimersByTime(999);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5000);
  expect(end).toHaveBeenCalledTimes(1);
});

it('deletes only what was left and not reopened', () => {
  const ended: string[] = [];
  const leaving = createLeaving(1000);
  leaving.leave('a', () => ended.push('a'));
  leaving.leave('b', () => ended.push('b'));
  leaving.enter('a');
  vi.advanceTimersByTime(5000);
  expect(ended).toEqual(['b']);
});
