import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { banks, rates } from '~/client/testing/conversations';
import { limits } from '~/shared/limits';
import { useSelectedConversations } from './use-selected-conversations';

it('selects and deselects, and starts again with none', () => {
  const { result } = renderHook(useSelectedConversations);
  expect(result.current.ticked).toBeUndefined();
  act(() => result.current.begin());
  act(() => result.current.tick(rates));
  act(() => result.current.tick(banks));
  act(() => result.current.tick(rates));
  expect([...(result.current.ticked?.values() ?? [])]).toEqual([banks]);
  act(() => result.current.end());
  expect(result.current.ticked).toBeUndefined();
  act(() => result.current.begin());
  expect(result.current.ticked?.size).toBe(0);
});

it('selects no more than can be changed at once, but still deselects', () => {
  const { result } = renderHook(useSelectedConversations);
  act(() => result.current.begin());
  act(() => {
    for (let n = 0; n < limits.conversationsAtOnce; n++) result.current.tick({ ...rates, id: String(n) });
  });
  act(() => result.current.tick({ ...rates, id: 'one too many' }));
  expect(result.current.ticked?.size).toBe(limits.conversationsAtOnce);
  expect(result.current.ticked?.has('one too many')).toBe(false);
  act(() => result.current.tick({ ...rates, id: '0' }));
  expect(result.current.ticked?.size).toBe(limits.conversationsAtOnce - 1);
});
