import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLeaving } from './leaving';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ends what was left, once', () => {
  const end = vi.fn();
  const leaving = createLeaving(1000);
  leaving.leave('a', end);
  leaving.leave('a', end);
  vi.advanceTimersByTime(999);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5000);
  expect(end).toHaveBeenCalledTimes(1);
});

it('ends nothing that was entered again, and only what was left', () => {
  const ended: string[] = [];
  const leaving = createLeaving(1000);
  leaving.leave('a', () => ended.push('a'));
  leaving.leave('b', () => ended.push('b'));
  leaving.enter('a');
  vi.advanceTimersByTime(5000);
  expect(ended).toEqual(['b']);
});
