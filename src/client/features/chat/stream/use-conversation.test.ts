import { act, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useLiveConnection } from '~/client/lib/trpc';
import { rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { fakeSocket } from '~/client/testing/fake-socket';
import { answer, question, runningAnswer } from '~/client/testing/messages';
import { renderHookInApp } from '~/client/testing/render';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import type { ChatMessage, MessagePage } from '~/shared/schemas/messages';
import { useConversation } from './use-conversation';

const page = (...items: ChatMessage[]): MessagePage => ({ items, nextCursor: null });
const ready: ConversationEvent = { type: 'ready', running: [] };
const ofAnswer = { messageId: answer.id, attempt: 1 };

afterEach(() => void vi.useRealTimers());
const stopTime = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
/** In steps, because React renders and starts new timers only after each. */
async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += 250) await act(() => vi.advanceTimersByTimeAsync(250));
}

/** An open conversation with an active subscription. `rows` is the server's data. */
async function open(rows: { now: MessagePage }, answers: FakeResponses = {}) {
  const socket = fakeSocket();
  const requests = fakeServer({
    'messages.list': () => rows.now,
    'conversations.get': () => rates,
    'conversations.list': () => ({ items: [rates], nextCursor: null }),
    'conversations.activity': () => ({ running: [], unread: [] }),
    ...answers,
  });
  const onDeleted = vi.fn();
  const app = renderHookInApp(() => {
    useLiveConnection();
    return useConversation(rates.id, { onDeleted });
  }, undefined);
  await waitFor(() => expect(socket.subscriptions()).toHaveLength(1));
  await waitFor(() => expect(app.result.current.list.isSuccess).toBe(true));
  const publish = (...events: ConversationEvent[]) => {
    for (const event of events) socket.publish('messages.watch', event);
  };
  const readings = () => requests.filter(({ path }) => path === 'messages.list').length;
  const contents = () => app.result.current.messages.map(({ content }) => content);
  return { ...app, socket, onDeleted, publish, readings, contents };
}

it('subscribes to the open conversation', async () => {
  const { socket, contents } = await open({ now: page(question, answer) });
  expect(socket.subscriptions()).toEqual([{ path: 'messages.watch', input: { conversationId: rates.id } }]);
  expect(contents()).toEqual(['What moves rates?', 'Inflation does.']);
});

it('unsubscribes when it is closed', async () => {
  const { socket, unmount } = await open({ now: page(question, answer) });
  unmount();
  await waitFor(() => expect(socket.subscriptions()).toEqual([]));
});

it('streams a question and its answer from another tab', async () => {
  const { publish, contents, result } = await open({ now: page() });
  publish(ready, { type: 'started', userMessage: question, assistantMessage: runningAnswer, attempt: 1 });
  await waitFor(() => expect(contents()).toEqual(['What moves rates?', '']));
  expect(result.current.running?.id).toBe(answer.id);
  publish({ type: 'text', ...ofAnswer, seq: 1, at: 0, text: 'Inflation' });
  await waitFor(() => expect(contents()[1]).toBe('Inflation'));
  publish({ type: 'text', ...ofAnswer, seq: 2, at: 9, text: ' does.' });
  await waitFor(() => expect(contents()[1]).toBe('Inflation does.'));
  publish({ type: 'finished', ...ofAnswer, seq: 3, message: answer });
  await waitFor(() => expect(result.current.running).toBeUndefined());
  expect(contents()).toEqual(['What moves rates?', 'Inflation does.']);
});

it('does not duplicate a piece of text', async () => {
  const { publish, contents } = await open({ now: page(question, runningAnswer) });
  const piece: ConversationEvent = { type: 'text', ...ofAnswer, seq: 1, at: 0, text: 'Inflation' };
  publish(piece, piece, { type: 'text', ...ofAnswer, seq: 2, at: 9, text: '!' });
  await waitFor(() => expect(contents()[1]).toBe('Inflation!'));
});

it('reloads the rows when a piece of text is missing', async () => {
  const rows = { now: page(question, runningAnswer) };
  const { publish, contents } = await open(rows);
  rows.now = page(question, { ...runningAnswer, content: 'Inflation' });
  publish({ type: 'text', ...ofAnswer, seq: 2, at: 9, text: ' does.' });
  await waitFor(() => expect(contents()[1]).toBe('Inflation does.'));
});

it('reloads the rows when the subscription starts, because events may have been missed', async () => {
  const rows = { now: page(question, runningAnswer) };
  const { publish, contents, readings } = await open(rows);
  expect(readings()).toBe(1);
  rows.now = page(question, answer);
  publish(ready);
  await waitFor(() => expect(contents()[1]).toBe('Inflation does.'));
  expect(readings()).toBe(2);
});

it('keeps the loaded messages if a question is asked while the newest are read', async () => {
  const loaded = page(question, answer);
  let release: ((page: MessagePage) => void) | undefined;
  let isHeld = false;
  const list = () => (isHeld ? new Promise<MessagePage>((resolve) => (release = resolve)) : loaded);
  const { publish, contents, readings, result } = await open({ now: loaded }, { 'messages.list': list });
  publish(ready);
  await waitFor(() => expect(readings()).toBe(2));
  isHeld = true;
  const reading = result.current.readNewest();
  await waitFor(() => expect(release).toBeDefined());
  const next = { ...question, id: crypto.randomUUID(), parentId: answer.id, content: 'And now?' };
  const nextAnswer = { ...runningAnswer, id: crypto.randomUUID(), parentId: next.id };
  publish({ type: 'started', userMessage: next, assistantMessage: nextAnswer, attempt: 1 });
  await waitFor(() => expect(contents()).toHaveLength(4));
  const count = readings();
  isHeld = false;
  await act(async () => {
    release?.(loaded);
    await reading;
  });
  expect(readings()).toBe(count);
  expect(contents()).toHaveLength(4);
});

it('reloads the messages when another branch becomes active', async () => {
  const other = { ...answer, id: '5a4e3d2c-1b0f-4c8d-9b6f-3f9d2c1b7e4a', content: 'Growth does.' };
  const rows = { now: page(question, answer) };
  const { publish, contents } = await open(rows);
  rows.now = page(question, other);
  publish({ type: 'switched' });
  await waitFor(() => expect(contents()).toEqual(['What moves rates?', 'Growth does.']));
});

it('closes a conversation that was deleted elsewhere', async () => {
  const { publish, onDeleted } = await open({ now: page(question, answer) });
  expect(onDeleted).not.toHaveBeenCalled();
  publish({ type: 'deleted' });
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
});

const notFound = { code: 'NOT_FOUND', httpStatus: 404, appCode: 'not_found' };

it.each([
  ['with a running answer', runningAnswer],
  ['without one', answer],
])('closes a conversation that was deleted while the page was not connected, %s', async (_name, last) => {
  let isDeleted = false;
  const list = () => {
    if (isDeleted) throw new ServerError('Conversation not found', notFound);
    return page(question, last);
  };
  const { socket, onDeleted } = await open({ now: page() }, { 'messages.list': list });
  isDeleted = true;
  socket.reject('messages.watch', 'Conversation not found', notFound);
  await waitFor(() => expect(onDeleted).toHaveBeenCalled());
});

it('does not ask for the rows of an unknown conversation again and again', async () => {
  const list = () => {
    throw new ServerError('Conversation not found', notFound);
  };
  const socket = fakeSocket();
  const requests = fakeServer({ 'messages.list': list });
  const onDeleted = vi.fn();
  const { result } = renderHookInApp(() => {
    useLiveConnection();
    return useConversation(rates.id, { onDeleted });
  }, undefined);
  await waitFor(() => expect(result.current.list.isError).toBe(true));
  await waitFor(() => expect(socket.subscriptions()).toHaveLength(1));
  stopTime();
  socket.reject('messages.watch', 'Conversation not found', notFound);
  await pass(6000);
  expect(socket.subscriptions()).toHaveLength(1);
  socket.reject('messages.watch', 'Conversation not found', notFound);
  await pass(2000);
  expect(requests.filter(({ path }) => path === 'messages.list')).toHaveLength(1);
  expect(onDeleted).not.toHaveBeenCalled();
});

it('shows the extracted text of a sent file', async () => {
  const file = { type: 'application/pdf', name: 'report.pdf', size: 12, url: '/objects/report' };
  const { publish, result } = await open({ now: page({ ...question, attachments: [file] }, answer) });
  const attachments = [{ ...file, extractedText: 'Rates rose.' }];
  publish({ type: 'attachments', messageId: question.id, attachments });
  await waitFor(() => expect(result.current.messages[0]?.attachments).toEqual(attachments));
});

it("resubscribes after a server error, and polls the answer's rows until then", async () => {
  const rows = { now: page(question, runningAnswer) };
  const { socket, contents } = await open(rows);
  stopTime();
  socket.reject('messages.watch', 'Too many subscriptions');
  expect(socket.subscriptions()).toEqual([]);
  rows.now = page(question, { ...runningAnswer, content: 'Inflation' });
  await pass(4500);
  expect(contents()[1]).toBe('Inflation');
  expect(socket.subscriptions()).toEqual([]);
  await pass(1000);
  expect(socket.subscriptions()).toHaveLength(1);
});

it('polls nothing while disconnected without a running answer', async () => {
  const { socket, readings } = await open({ now: page(question, answer) });
  stopTime();
  socket.lose();
  await pass(30_000);
  expect(readings()).toBe(1);
});

it("polls an answer's rows while disconnected, every two seconds after three", async () => {
  const { socket, readings } = await open({ now: page(question, runningAnswer) });
  stopTime();
  socket.lose();
  await pass(2500);
  expect(readings()).toBe(1);
  await pass(1000);
  expect(readings()).toBe(2);
  await pass(2000);
  expect(readings()).toBe(3);
});

it('restarts with the newest page when more was written than one page contains', async () => {
  const rows: { now: MessagePage } = { now: { items: [answer], nextCursor: 'older' } };
  const { publish, contents, result } = await open(rows, {
    'messages.list': (input) => ((input as { cursor?: string }).cursor ? page(question) : rows.now),
  });
  await act(() => result.current.list.fetchNextPage());
  await waitFor(() => expect(contents()).toEqual(['What moves rates?', 'Inflation does.']));
  const later = { ...question, id: '9c8d7e6f-1b0f-4c8d-9b6f-3f9d2c1b7e4a', content: 'And now?' };
  rows.now = { items: [later], nextCursor: 'older' };
  publish(ready);
  await waitFor(() => expect(contents()).toEqual(['And now?']));
});

it('shows a message sent by this page before any event of it', async () => {
  const { result, contents } = await open({ now: page() });
  const sent = { userMessage: question, assistantMessage: runningAnswer, conversation: rates };
  act(() => result.current.onSent(sent, result.current.clock.current));
  expect(contents()).toEqual(['What moves rates?', '']);
});

it('shows that the messages could not be loaded', async () => {
  fakeSocket();
  fakeServer({
    'messages.list': () => {
      throw new ServerError('Not found', { code: 'NOT_FOUND', httpStatus: 404, appCode: 'not_found' });
    },
  });
  const { result } = renderHookInApp(() => {
    useLiveConnection();
    return useConversation(rates.id, { onDeleted: () => {} });
  }, undefined);
  await waitFor(() => expect(result.current.list.error?.message).toBe('Not found'));
  expect(result.current.messages).toEqual([]);
});
