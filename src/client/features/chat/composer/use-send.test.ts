import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderHookInApp, renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { threadWords as words } from '~/client/words/thread';
import type { ChatMessage, SentMessage } from '~/shared/schemas/messages';
import { newChatCollections, switchInNewChat } from '../collections/new-chat-collections';
import { usePendingFiles } from '../files/use-pending-files';
import { useDraft } from './use-draft';
import { useSend } from './use-send';

const question: ChatMessage = {
  id: '0e6b6a6c-9a5d-4f0b-8d1c-6f1f0a7d3e21',
  conversationId: rates.id,
  parentId: null,
  role: 'user',
  content: 'What moves rates?',
  attachments: [],
  metadata: {},
  createdAt: new Date('2026-05-04T09:30:00Z'),
};
const sent: SentMessage = {
  userMessage: question,
  assistantMessage: { ...question, id: '3f9d2c1b-7e4a-4c8d-9b6f-5a4e3d2c1b0f', role: 'assistant', content: '' },
  conversation: rates,
};
const busy = () => {
  throw new ServerError('Too many answers', { code: 'TOO_MANY_REQUESTS', httpStatus: 429 });
};

async function setUp(answers: FakeResponses, conversationId: string | undefined = rates.id) {
  const requests = fakeServer({
    'auth.user': () => ada,
    'conversations.list': () => ({ items: [], nextCursor: null }),
    ...answers,
  });
  const onSent = vi.fn();
  const app = renderHookInApp(() => {
    const draft = useDraft(rates.id);
    const files = usePendingFiles(rates.id);
    return { draft, ...useSend({ conversationId, draft, files, onSent }) };
  }, undefined);
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('auth.user'));
  const sends = () =>
    requests
      .filter(({ path }) => path === 'messages.send')
      .map(({ input }) => input as { clientRequestId: string; content: string });
  return { ...app, onSent, sends };
}

it('shows a message at once, and hands it over when the server has it', async () => {
  let respond: (value: SentMessage) => void = () => {};
  const { result, onSent } = await setUp({ 'messages.send': () => new Promise((resolve) => (respond = resolve)) });
  act(() => result.current.send('What moves rates?', 'before'));
  expect(result.current.pending).toMatchObject({ content: 'What moves rates?', lastQuestionId: 'before' });
  expect(result.current.isSending).toBe(true);
  expect(result.current.draft.text).toBe('');
  await waitFor(() => {
    respond(sent);
    expect(onSent).toHaveBeenCalled();
  });
  expect(onSent).toHaveBeenCalledExactlyOnceWith(sent, true);
  await waitFor(() => expect(result.current.pending).toBeUndefined());
});

it('sends nothing more while a message is being sent', async () => {
  const { result, sends } = await setUp({ 'messages.send': () => new Promise(() => {}) });
  act(() => result.current.send('One'));
  act(() => result.current.send('Two'));
  await waitFor(() => expect(sends()).toHaveLength(1));
  expect(result.current.pending?.content).toBe('One');
});

it('puts a failed message back into the box, with the reason', async () => {
  const { result, onSent } = await setUp({ 'messages.send': busy });
  act(() => result.current.draft.change('What moves rates?'));
  act(() => result.current.send('What moves rates?'));
  await waitFor(() => expect(result.current.pending?.error).toBe('Too many answers'));
  expect(result.current.isSending).toBe(false);
  expect(result.current.draft.text).toBe('What moves rates?');
  expect(onSent).not.toHaveBeenCalled();
});

it.each([
  ['has opened another conversation', 'unmount'],
  ['has started another chat', 'leave'],
] as const)('shows a notice that a message was not sent when the user %s', async (_, way) => {
  let fail: () => void = () => {};
  const { result, unmount, router, sends } = await setUp({
    'messages.send': () =>
      new Promise((_resolve, reject) => (fail = () => reject(new ServerError('Too many answers')))),
  });
  act(() => result.current.send('What moves rates?'));
  await waitFor(() => expect(sends()).toHaveLength(1));
  if (way === 'leave') act(() => result.current.leave());
  else {
    unmount();
    renderInApp(null);
  }
  act(() => fail());
  expect(await screen.findByText(words.sendFailed)).toBeDefined();
  expect(screen.getByText('Too many answers')).toBeDefined();
  act(() => screen.getByRole('button', { name: words.openDraft }).click());
  await waitFor(() => expect(router.latestLocation.href).toBe(`/qchat?c=${rates.id}`));
});

it('shows no notice for an error that the conversation shows', async () => {
  const { result } = await setUp({ 'messages.send': busy });
  act(() => result.current.send('What moves rates?'));
  await waitFor(() => expect(result.current.pending?.error).toBe('Too many answers'));
  expect(screen.queryByText(words.sendFailed)).toBeNull();
});

it('uses the same request id for the same message sent again, and a new one for another', async () => {
  const { result, sends } = await setUp({ 'messages.send': busy });
  for (const [count, content] of ['Rates?', 'Rates?', 'Banks?'].entries()) {
    act(() => result.current.send(content));
    await waitFor(() => expect(sends()).toHaveLength(count + 1));
    await waitFor(() => expect(result.current.isSending).toBe(false));
  }
  const [first, again, other] = sends();
  expect(again?.clientRequestId).toBe(first?.clientRequestId);
  expect(other?.clientRequestId).not.toBe(first?.clientRequestId);
});

/** 503 as of a stopping process, with a short Retry-After. */
const restarting = () => {
  throw new ServerError('The server is restarting', { httpStatus: 503, retryAfterSeconds: 0.01 });
};

it('repeats a message that a stopping process has rejected, with the same request id and without an error', async () => {
  const answers = [restarting, restarting, () => sent];
  const { result, sends, onSent } = await setUp({ 'messages.send': () => answers[sends().length - 1]?.() ?? sent });
  act(() => result.current.send('What moves rates?'));
  await waitFor(() => {
    expect(result.current.pending?.error).toBeUndefined();
    expect(onSent).toHaveBeenCalledExactlyOnceWith(sent, true);
  });
  expect(new Set(sends().map(({ clientRequestId }) => clientRequestId)).size).toBe(1);
  expect(sends()).toHaveLength(3);
});

it.each([
  ['if the server stays away, after 6 repetitions', { httpStatus: 503, retryAfterSeconds: 0.01 }, 7],
  ['at once if the disk is full', { httpStatus: 507, retryAfterSeconds: 0.01 }, 1],
  ['at once if there are too many answers', { httpStatus: 429, retryAfterSeconds: 0.01 }, 1],
  ['at once if the budget is used', { httpStatus: 402 }, 1],
  ['at once if the server names no time', { httpStatus: 503 }, 1],
])('shows the error %s', async (_, options, attempts) => {
  const { result, sends } = await setUp({
    'messages.send': () => {
      throw new ServerError('Not now', options);
    },
  });
  act(() => result.current.send('What moves rates?'));
  await waitFor(() => expect(result.current.pending?.error).toBe('Not now'));
  expect(sends()).toHaveLength(attempts);
});

it('sends the collections selected before the first message of a chat, and then forgets them', async () => {
  const { result, sends } = await setUp({ 'messages.send': () => sent }, '');
  const { userId } = result.current.draft;
  switchInNewChat(userId, question.id, false);
  act(() => result.current.send('What moves rates?'));
  await waitFor(() => expect(newChatCollections(userId)).toEqual([]));
  // Until the page of the conversation replaces this one, another message would start another conversation.
  act(() => result.current.send('Too early'));
  expect(result.current.pending?.content).toBe('What moves rates?');
  act(() => result.current.leave());
  act(() => result.current.send('And now?'));
  await waitFor(() => expect(sends()).toHaveLength(2));
  const collections = sends().map((one) => (one as { collections?: unknown }).collections);
  expect(collections).toEqual([[{ id: question.id, isOn: false }], undefined]);
});
