import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNewestRows } from './use-newest-rows';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('loads nothing until rows are wanted, then once', async () => {
  const read = vi.fn(async () => {});
  const { rerender } = renderHook(({ wanted }) => useNewestRows(wanted, read), { initialProps: { wanted: 0 } });
  await pass(5000);
  expect(read).not.toHaveBeenCalled();
  rerender({ wanted: 1 });
  await pass(5000);
  expect(read).toHaveBeenCalledTimes(1);
});

it('waits a second between two requests, however often rows are wanted', async () => {
  const read = vi.fn(async () => {});
  const { rerender } = renderHook(({ wanted }) => useNewestRows(wanted, read), { initialProps: { wanted: 1 } });
  await pass(0);
  for (const wanted of [2, 3, 4]) rerender({ wanted });
  await pass(900);
  expect(read).toHaveBeenCalledTimes(1);
  await pass(200);
  expect(read).toHaveBeenCalledTimes(2);
});

it('retries after an error', async () => {
  const read = vi.fn(async () => {});
  read.mockRejectedValueOnce(new Error('The server is away'));
  renderHook(() => useNewestRows(1, read));
  await pass(0);
  expect(read).toHaveBeenCalledTimes(1);
  await pass(1100);
  expect(read).toHaveBeenCalledTimes(2);
});
