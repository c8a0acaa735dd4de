import { act, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { trpc } from '~/client/lib/trpc';
import { banks, rates } from '~/client/testing/conversations';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderHookInApp } from '~/client/testing/render';
import type { ConversationPage } from '~/shared/schemas/conversations';
import { conversationsOf } from './conversation-cache';
import { listInput } from './list-input';
import { withPageThrough } from './list-pages';
import { useConversationCache } from './use-conversation-cache';
import { useFreshList } from './use-fresh-list';

afterEach(() => void vi.restoreAllMocks());

let now = 0;

async function open(answer: (cursor: string | null) => ConversationPage | Promise<ConversationPage>) {
  now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const requests = fakeServer({
    'conversations.list': (input) => answer((input as { cursor?: string | null }).cursor ?? null),
    'projects.list': () => ({ items: [], nextCursor: null }),
  });
  const { result } = renderHookInApp(() => {
    const list = trpc.conversations.list.useInfiniteQuery(listInput.current, {
      getNextPageParam: (page) => page.nextCursor,
    });
    useFreshList(listInput.current);
    const utils = trpc.useUtils();
    const addBelowGap = (page: ConversationPage) =>
      utils.conversations.list.setInfiniteData(
        listInput.current,
        (data) => data && (withPageThrough(data, page, '') as typeof data),
      );
    return {
      addBelowGap,
      list,
      cache: useConversationCache(),
      titles: conversationsOf(list.data).map(({ title }) => title),
    };
  }, undefined);
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true));
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const turn = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  /** Hides the page for a number of seconds. */
  const leaveFor = (seconds: number) => {
    turn('hidden');
    now += seconds * 1000;
    turn('visible');
  };
  const cursors = () =>
    requests
      .filter(({ path }) => path === 'conversations.list')
      .map(({ input }) => (input as { cursor?: string | null }).cursor ?? null);
  return { result, leaveFor, cursors };
}

const titled = (title: string) => ({ ...rates, title });

it('reads all loaded pages of the list when the page was hidden for a minute', async () => {
  let title = 'Rates';
  const { result, leaveFor, cursors } = await open((cursor) =>
    cursor ? { items: [titled(title)], nextCursor: 'end' } : { items: [banks], nextCursor: 'next' },
  );
  await act(() => result.current.list.fetchNextPage());
  await waitFor(() => expect(result.current.titles).toHaveLength(2));
  title = 'Renamed on a phone';
  leaveFor(61);
  await waitFor(() => expect(result.current.titles).toContain('Renamed on a phone'));
  expect(result.current.titles).toHaveLength(2);
  expect(cursors()).toEqual([null, 'next', null, 'next']);
  expect(result.current.list.hasNextPage).toBe(true);
});

it('reads fewer pages if the list has become shorter', async () => {
  let isShort = false;
  const { result, leaveFor } = await open((cursor) =>
    cursor ? { items: [rates], nextCursor: null } : { items: [banks], nextCursor: isShort ? null : 'next' },
  );
  await act(() => result.current.list.fetchNextPage());
  await waitFor(() => expect(result.current.titles).toHaveLength(2));
  isShort = true;
  leaveFor(61);
  await waitFor(() => expect(result.current.titles).toEqual(['Banks']));
});

it('keeps the pages after a gap', async () => {
  const old = { ...rates, id: crypto.randomUUID(), title: 'Old', updatedAt: new Date(0) };
  let title = 'Banks';
  const { result, leaveFor, cursors } = await open(() => ({ items: [{ ...banks, title }], nextCursor: 'next' }));
  act(() => void result.current.addBelowGap({ items: [old], nextCursor: 'end' }));
  await waitFor(() => expect(result.current.titles).toEqual(['Banks', 'Old']));
  title = 'Renamed on a phone';
  leaveFor(61);
  await waitFor(() => expect(result.current.titles).toEqual(['Renamed on a phone', 'Old']));
  expect(cursors()).toEqual([null, null]);
});

it('reads nothing after a shorter time', async () => {
  const { result, leaveFor, cursors } = await open(() => ({ items: [rates], nextCursor: null }));
  leaveFor(30);
  leaveFor(30);
  leaveFor(61);
  await waitFor(() => expect(cursors()).toHaveLength(2));
  expect(result.current.titles).toEqual(['Rates']);
});

it('shows no error without a network, and reads the list the next time', async () => {
  let isDown = false;
  let title = 'Rates';
  const { result, leaveFor, cursors } = await open(() => {
    if (isDown) throw new ServerError('The service is busy', { httpStatus: 503 });
    return { items: [titled(title)], nextCursor: null };
  });
  isDown = true;
  title = 'Renamed';
  leaveFor(61);
  await waitFor(() => expect(cursors()).toHaveLength(2));
  expect(result.current.list.isError).toBe(false);
  isDown = false;
  await waitFor(() => {
    leaveFor(1);
    expect(cursors().length).toBeGreaterThan(2);
  });
  await waitFor(() => expect(result.current.titles).toEqual(['Renamed']));
});

it('keeps a change that was made while the list was read', async () => {
  const answers: ((page: ConversationPage) => void)[] = [];
  let isFirst = true;
  const { result, leaveFor } = await open(() => {
    if (!isFirst) return new Promise((resolve) => answers.push(resolve));
    isFirst = false;
    return { items: [rates, banks], nextCursor: null };
  });
  leaveFor(61);
  await waitFor(() => expect(answers).toHaveLength(1));
  await act(() => result.current.cache.remove([rates.id]));
  await waitFor(() => expect(result.current.titles).toEqual(['Banks']));
  await act(async () => answers[0]?.({ items: [rates, banks], nextCursor: null }));
  expect(result.current.titles).toEqual(['Banks']);
});
