import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { limits } from '~/shared/limits';
import { useSelectedConversations } from './use-selected-conversations';

it('selects and deselects, and starts again with none', () => {
  const { result } = renderHook(useSelectedConversations);
  expect(result.current.ticked).toBeUndefined();
  act(() => result.current.begin());
  act(() => result.current.tick('a'));
  act(() => result.current.tick('b'));
  act(() => result.current.tick('a'));
  expect([...(result.current.ticked ?? [])]).toEqual(['b']);
  act(() => result.current.end());
  expect(result.current.ticked).toBeUndefined();
  act(() => result.current.begin());
  expect(result.current.ticked?.size).toBe(0);
});

it('selects no more than can be changed at once, but still deselects', () => {
  const { result } = renderHook(useSelectedConversations);
  act(() => result.current.begin());
  act(() => {
    for (let n = 0; n < limits.conversationsAtOnce; n++) result.current.tick(String(n));
  });
  act(() => result.current.tick('one too many'));
  expect(result.current.ticked?.size).toBe(limits.conversationsAtOnce);
  expect(result.current.ticked?.has('one too many')).toBe(false);
  act(() => result.current.tick('0'));
  expect(result.current.ticked?.size).toBe(limits.conversationsAtOnce - 1);
});
