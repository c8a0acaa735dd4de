import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useNewestRows } from './use-newest-rows';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  onGone.mockClear();
});

const onGone = vi.fn();
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('loads nothing until rows are wanted, then once', async () => {
  const read = vi.fn(async () => {});
  const { rerender } = renderHook(({ wanted }) => useNewestRows(wanted, { read, onGone }), {
    initialProps: { wanted: 0 },
  });
  await pass(5000);
  expect(read).not.toHaveBeenCalled();
  rerender({ wanted: 1 });
  await pass(5000);
  expect(read).toHaveBeenCalledTimes(1);
});

it('waits a second between two requests, however often rows are wanted', async () => {
  const read = vi.fn(async () => {});
  const { rerender } = renderHook(({ wanted }) => useNewestRows(wanted, { read, onGone }), {
    initialProps: { wanted: 1 },
  });
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
  renderHook(() => useNewestRows(1, { read, onGone }));
  await pass(0);
  expect(read).toHaveBeenCalledTimes(1);
  await pass(1100);
  expect(read).toHaveBeenCalledTimes(2);
});

describe('rows of a conversation that does not exist any more', () => {
  const gone = Object.assign(new Error('Conversation not found'), { data: { code: 'NOT_FOUND', httpStatus: 404 } });

  it('are reported, and not asked for again', async () => {
    const read = vi.fn(() => Promise.reject(gone));
    renderHook(() => useNewestRows(1, { read, onGone }));
    await pass(5000);
    expect(read).toHaveBeenCalledOnce();
    expect(onGone).toHaveBeenCalledOnce();
  });

  it('are not reported once another conversation is open', async () => {
    let answer = () => {};
    const read = () => new Promise<void>((_, reject) => (answer = () => reject(gone)));
    const { unmount } = renderHook(() => useNewestRows(1, { read, onGone }));
    await pass(0);
    unmount();
    answer();
    await pass(5000);
    expect(onGone).not.toHaveBeenCalled();
  });
});
