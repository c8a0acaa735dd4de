import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { registerCommand } from '~/client/lib/commands';
import { trpc } from '~/client/lib/trpc';
import { banks, rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderHookInApp } from '~/client/testing/render';
import { conversationActionsWords as actionWords } from '~/client/words/conversation-actions';
import { conversationsWords as words } from '~/client/words/conversations';
import type { ConversationSummary } from '~/shared/schemas/conversations';
import { conversationsOf } from './conversation-cache';
import { listInput } from './list-input';
import { useConversationActions } from './use-conversation-actions';
import { useConversationCache } from './use-conversation-cache';

const refuses = () => {
  throw new ServerError('The service is busy', { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 });
};

/** Runs the hook together with the list that it changes. */
async function setUp(answers: FakeResponses, selectedId?: string) {
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
    return { ...actions, cache: useConversationCache(), shown: conversationsOf(data) };
  }, undefined);
  await waitFor(() => expect(result.current.shown).toHaveLength(2));
  const titles = () => result.current.shown.map(({ title }) => title);
  return { result, titles, requests, onSelect };
}

it('shows a new title before the response', async () => {
  const { result, titles } = await setUp({ 'conversations.rename': () => new Promise(() => {}) });
  act(() => result.current.saveTitle(rates.id, 'Interest rates'));
  await waitFor(() => expect(titles()).toEqual(['Interest rates', 'Banks']));
});

it('reverts a title that the server rejects', async () => {
  const { result, titles } = await setUp({ 'conversations.rename': refuses });
  act(() => result.current.saveTitle(rates.id, 'Interest rates'));
  expect(await screen.findByText(actionWords.renameFailed)).toBeDefined();
  expect(screen.getByText('The service is busy')).toBeDefined();
  await waitFor(() => expect(titles()).toEqual(['Rates', 'Banks']));
});

it('moves a pinned conversation to the top, and back if that fails', async () => {
  let respond: () => void = () => {};
  const { result, titles } = await setUp({
    'conversations.update': () => new Promise((_resolve, reject) => (respond = () => reject(new ServerError('No')))),
  });
  act(() => result.current.update.mutate({ conversationId: banks.id, isPinned: true }));
  await waitFor(() => expect(titles()).toEqual(['Banks', 'Rates']));
  act(() => respond());
  expect(await screen.findByText(actionWords.updateFailed)).toBeDefined();
  await waitFor(() => expect(titles()).toEqual(['Rates', 'Banks']));
});

it('removes an archived conversation from the list at once', async () => {
  const { result, titles } = await setUp({ 'conversations.update': () => new Promise(() => {}) });
  act(() => result.current.update.mutate({ conversationId: rates.id, isArchived: true }));
  await waitFor(() => expect(titles()).toEqual(['Banks']));
});

it('closes the open conversation when it is deleted, and restores it with Undo', async () => {
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

it('keeps another conversation open when one is deleted', async () => {
  const { result, titles, onSelect } = await setUp({ 'conversations.discard': () => ({ count: 1 }) }, banks.id);
  act(() => result.current.remove.mutate({ conversationIds: [rates.id] }));
  await waitFor(() => expect(titles()).toEqual(['Banks']));
  expect(onSelect).not.toHaveBeenCalled();
});

it('restores a conversation that could not be deleted, with the HTTP status', async () => {
  const { result, titles } = await setUp({ 'conversations.discard': refuses });
  act(() => result.current.remove.mutate({ conversationIds: [rates.id] }));
  expect(await screen.findByText(actionWords.deleteFailed(500))).toBeDefined();
  await waitFor(() => expect(titles()).toEqual(['Rates', 'Banks']));
});

/** Requests that the test answers one by one. Send them separately, because a batch gets a single response. */
function held<Answer>() {
  const requests: { succeed: (answer: Answer) => void; fail: () => void }[] = [];
  const respond = () =>
    new Promise<Answer>((resolve, reject) =>
      requests.push({ succeed: resolve, fail: () => reject(new ServerError('The service is busy')) }),
    );
  return { requests, respond };
}

it('restores only the conversation that could not be deleted', async () => {
  const { requests, respond } = held<{ count: number }>();
  const { result, titles } = await setUp({ 'conversations.discard': respond });
  act(() => result.current.remove.mutate({ conversationIds: [rates.id] }));
  await waitFor(() => expect(requests).toHaveLength(1));
  act(() => result.current.remove.mutate({ conversationIds: [banks.id] }));
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(titles()).toEqual([]);
  act(() => requests[1]?.succeed({ count: 1 }));
  expect(await screen.findByText(words.deleted(1))).toBeDefined();
  act(() => requests[0]?.fail());
  await waitFor(() => expect(titles()).toEqual(['Rates']));
});

it('reverts a title, and keeps what has changed since', async () => {
  const { requests, respond } = held<ConversationSummary>();
  const { result, titles } = await setUp({ 'conversations.rename': respond });
  act(() => result.current.saveTitle(rates.id, 'Interest rates'));
  await waitFor(() => expect(requests).toHaveLength(1));
  await act(() => result.current.cache.put({ ...banks, id: '5d3c2b1a-0f9e-4d8c-b7a6-5f4e3d2c1b0a', title: 'New' }));
  act(() => requests[0]?.fail());
  await waitFor(() => expect(titles().sort()).toEqual(['Banks', 'New', 'Rates']));
});

it('keeps a newer title when the request for an older one fails', async () => {
  const { requests, respond } = held<ConversationSummary>();
  const { result, titles } = await setUp({ 'conversations.rename': respond });
  act(() => result.current.saveTitle(rates.id, 'Interest'));
  await waitFor(() => expect(requests).toHaveLength(1));
  act(() => result.current.saveTitle(rates.id, 'Interest rates'));
  await waitFor(() => expect(requests).toHaveLength(2));
  act(() => requests[0]?.fail());
  expect(await screen.findByText(actionWords.renameFailed)).toBeDefined();
  expect(titles()).toEqual(['Interest rates', 'Banks']);
});

it.each([
  ['nothing', () => Promise.reject(new TypeError('Failed to fetch')), actionWords.noAnswer],
  ['an error from before the procedures', async () => Response.json({ message: 'No' }, { status: 403 }), 403],
])('shows an error when %s was returned instead of a response', async (_, respond, status) => {
  const { result, titles } = await setUp({});
  vi.stubGlobal('fetch', respond);
  act(() => result.current.remove.mutate({ conversationIds: [rates.id] }));
  const notice = await screen.findByText(/Failed to delete conversation/);
  expect(notice.textContent).toBe(actionWords.deleteFailed(status));
  await waitFor(() => expect(titles()).toEqual(['Rates', 'Banks']));
});

it.each([
  ['an open conversation', rates.id],
  ['the welcome page', undefined],
])('opens the welcome page from %s for a new chat, and stores nothing', async (_, selectedId) => {
  const startOver = vi.fn();
  const unregister = registerCommand('newChat', startOver);
  const { result, titles, requests, onSelect } = await setUp({}, selectedId);
  act(() => result.current.startNew());
  unregister();
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(undefined);
  expect(startOver).toHaveBeenCalledTimes(selectedId ? 0 : 1);
  expect(titles()).toEqual(['Rates', 'Banks']);
  expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(['conversations.list']));
});
