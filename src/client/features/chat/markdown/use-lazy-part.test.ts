import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useLazyPart } from './use-lazy-part';

it('says when a part of the page could not be loaded', async () => {
  const { result } = renderHook(() => useLazyPart({ load: () => Promise.reject(new Error('offline')) }, true));
  expect(result.current).toBeUndefined();
  await waitFor(() => expect(result.current).toBeNull());
});

it('keeps what was loaded for the next use, and loads nothing before it is wanted', async () => {
  let loads = 0;
  const part = { load: async () => ++loads };
  const first = renderHook(({ isWanted }) => useLazyPart(part, isWanted), { initialProps: { isWanted: false } });
  expect([first.result.current, loads]).toEqual([undefined, 0]);
  first.rerender({ isWanted: true });
  await waitFor(() => expect(first.result.current).toBe(1));
  expect(renderHook(() => useLazyPart(part, true)).result.current).toBe(1);
  expect(loads).toBe(1);
});
