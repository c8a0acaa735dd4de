import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { offerCommand } from '~/client/lib/commands';
import { trpc } from '~/client/lib/trpc';
import { banks, rates } from '~/client/testing/conversations';
import { type FakeAnswers, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderHookInApp } from '~/client/testing/render';
import { conversationsWords as words } from '~/client/words/conversations';
import { conversationsOf } from './conversation-cache';
import { listInput } from './list-input';
import { useConversationActions } from './use-conversation-actions';

const refuses = () => {
  throw new ServerError('The service is busy', { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 });
};

/** The actions beside the list that they change. */
async function setUp(answers: FakeAnswers, selectedId?: string) {
  const requests = fakeServer({
    'conversations.list': () => ({ items: [rates, banks], nextCursor: null }),
    'projects.list': () => ({ items: [], nextCursor: null }),
    ...answers,
  });
  const onSelect = vi.fn();
  const { result } = renderHookInApp(() => {
    const { data } = trpc.conversations.list.useInfiniteQuery(listInput.current, {
      getNextPageParam: (page) => page.nextCursor,
    });
    const actions = useConversationActions({ selectedId, onSelect });
    return { ...actions, shown: conversationsOf(data) };
  }, undefined);
  await waitFor(() => expect(result.current.shown).toHaveLength(2));
  const titles = () => result.current.shown.map(({ title }) => title);
  return { result, titles, requests, onSelect };
}

it('a new title shows before the server has answered', async () => {
  const { result, titles } = await setUp({ 'conversations.rename': () => new Promise(() => {}) });
  act(() => result.current.saveTitle(rates.id, 'Interest rates'));
  await waitFor(() => expect(titles()).toEqual(['Interest rates', 'Banks']));
});

it('a refused title is taken back', async () => {
  const { result, titles } = await setUp({ 'conversations.rename': refuses });
  act(() => result.current.saveTitle(rates.id, 'Interest rates'));
  expect(await screen.findByText(words.renameFailed)).toBeDefined();
  expect(screen.getByText('The service is busy')).toBeDefined();
  await waitFor(() => expect(titles()).toEqual(['Rates', 'Banks']));
});

it('a pinned conversation comes first, and goes back when that fails', async () => {
  let answer: () => void = () => {};
  const { result, titles } = await setUp({
    'conversations.update': () => new Promise((_resolve, reject) => (answer = () => reject(new ServerError('No')))),
  });
  act(() => result.current.update.mutate({ conversationId: banks.id, isPinned: true }));
  await waitFor(() => expect(titles()).toEqual(['Banks', 'Rates']));
  act(() => answer());
  expect(await screen.findByText(words.updateFailed)).toBeDefined();
  await waitFor(() => expect(titles()).toEqual(['Rates', 'Banks']));
});

it('an archived conversation leaves the list at once', async () => {
  const { result, titles } = await setUp({ 'conversations.update': () => new Promise(() => {}) });
  act(() => result.current.update.mutate({ conversationId: rates.id, isArchived: true }));
  await waitFor(() => expect(titles()).toEqual(['Banks']));
});

it('deleting the open conversation closes it, and Undo restores what was deleted', async () => {
  const { result, titles, requests, onSelect } = await setUp(
    {
      'conversations.discard': () => ({ count: 1 }),
      'conversations.restore': () => ({ count: 1 }),
    },
    rates.id,
  );
  act(() => result.current.remove.mutate({ conversationIds: [rates.id] }));
  await waitFor(() => expect(titles()).toEqual(['Banks']));
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(undefined);
  const undo = await screen.findByRole('button', { name: words.undo });
  act(() => undo.click());
  await waitFor(() =>
    expect(requests).toContainEqual({ path: 'conversations.restore', input: { conversationIds: [rates.id] } }),
  );
  await waitFor(() => expect(titles()).toEqual(['Rates', 'Banks']));
});

it('leaves another conversation open when one is deleted', async () => {
  const { result, titles, onSelect } = await setUp({ 'conversations.discard': () => ({ count: 1 }) }, banks.id);
  act(() => result.current.remove.mutate({ conversationIds: [rates.id] }));
  await waitFor(() => expect(titles()).toEqual(['Banks']));
  expect(onSelect).not.toHaveBeenCalled();
});

it('a conversation that could not be deleted comes back, with the status', async () => {
  const { result, titles } = await setUp({ 'conversations.discard': refuses });
  act(() => result.current.remove.mutate({ conversationIds: [rates.id] }));
  expect(await screen.findByText(words.deleteFailed(500))).toBeDefined();
  await waitFor(() => expect(titles()).toEqual(['Rates', 'Banks']));
});

it.each([
  ['nothing', () => Promise.reject(new TypeError('Failed to fetch')), words.noAnswer],
  ['an error from before the procedures', async () => Response.json({ message: 'No' }, { status: 403 }), 403],
])('says so when %s came back in place of an answer', async (_, respond, status) => {
  const { result, titles } = await setUp({});
  vi.stubGlobal('fetch', respond);
  act(() => result.current.remove.mutate({ conversationIds: [rates.id] }));
  const notice = await screen.findByText(/Failed to delete conversation/);
  expect(notice.textContent).toBe(words.deleteFailed(status));
  await waitFor(() => expect(titles()).toEqual(['Rates', 'Banks']));
});

it.each([
  ['an open conversation', rates.id],
  ['the welcome page', undefined],
])('a new chat opens the welcome page from %s and stores nothing', async (_, selectedId) => {
  const startAgain = vi.fn();
  const withdraw = offerCommand('newChat', startAgain);
  const { result, titles, requests, onSelect } = await setUp({}, selectedId);
  act(() => result.current.startNew());
  withdraw();
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(undefined);
  expect(startAgain).toHaveBeenCalledTimes(selectedId ? 0 : 1);
  expect(titles()).toEqual(['Rates', 'Banks']);
  expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(['conversations.list']));
});
