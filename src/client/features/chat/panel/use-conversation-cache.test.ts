import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { trpc } from '~/client/lib/trpc';
import { banks, rates } from '~/client/testing/conversations';
import { fakeServer } from '~/client/testing/fake-server';
import { renderHookInApp } from '~/client/testing/render';
import { conversationsOf } from './conversation-cache';
import { listInput } from './list-input';
import { useConversationCache } from './use-conversation-cache';

const useListWithCache = () => {
  const { data } = trpc.conversations.list.useInfiniteQuery(listInput.current, {
    getNextPageParam: (page) => page.nextCursor,
  });
  const cache = useConversationCache();
  return { cache, titles: conversationsOf(data).map(({ title }) => title) };
};

it('reloads a list that changed during its first load', async () => {
  let reads = 0;
  fakeServer({
    'conversations.list': () => {
      reads += 1;
      const list = { items: [{ ...rates, title: `Rates, read ${reads}` }, banks], nextCursor: null };
      return reads === 1 ? new Promise(() => {}) : list;
    },
    'projects.list': () => ({ items: [], nextCursor: null }),
  });
  const { result } = renderHookInApp(useListWithCache, undefined);
  await waitFor(() => expect(reads).toBe(1));
  await act(() => result.current.cache.update(rates.id, { title: 'Interest rates' }));
  await waitFor(() => expect(result.current.titles).toEqual(['Rates, read 2', 'Banks']));
});

it('reloads lists from their first page', async () => {
  const cursors: unknown[] = [];
  fakeServer({
    'conversations.list': (input) => {
      const { cursor } = input as { cursor?: string };
      cursors.push(cursor ?? null);
      return cursor ? { items: [banks], nextCursor: null } : { items: [rates], nextCursor: 'next' };
    },
    'projects.list': () => ({ items: [], nextCursor: null }),
  });
  const { result } = renderHookInApp(() => {
    const list = trpc.conversations.list.useInfiniteQuery(listInput.current, {
      getNextPageParam: (page) => page.nextCursor,
    });
    return { list, cache: useConversationCache(), titles: conversationsOf(list.data).map(({ title }) => title) };
  }, undefined);
  await waitFor(() => expect(result.current.titles).toEqual(['Rates']));
  await act(() => result.current.list.fetchNextPage());
  await waitFor(() => expect(result.current.titles).toEqual(['Rates', 'Banks']));
  await act(() => result.current.cache.refetch());
  await waitFor(() => expect(result.current.titles).toEqual(['Rates']));
  expect(cursors).toEqual([null, 'next', null]);
});
