import { act, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { answer, question, runningAnswer } from '~/client/testing/messages';
import { renderHookInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import type { ChatMessage, SentMessage } from '~/shared/schemas/messages';
import { useAsk } from './use-ask';

type Conversation = Parameters<typeof useAsk>[1];

const next = { ...question, id: '9c8d7e6f-1b0f-4c8d-9b6f-3f9d2c1b7e4a', content: 'And now?', parentId: answer.id };
const sent: SentMessage = { userMessage: next, assistantMessage: runningAnswer, conversation: rates };

/** The composer of a conversation with one message and its answer. */
async function open(send: NonNullable<FakeResponses['messages.send']>) {
  const requests = fakeServer({
    'auth.user': () => ada,
    'conversations.list': () => ({ items: [], nextCursor: null }),
    'messages.send': send,
  });
  const clock = { current: 7 };
  const onSent = vi.fn();
  const app = renderHookInApp(
    (messages: ChatMessage[]) =>
      // The hook only uses these three members.
      useAsk(rates.id, { messages, clock, onSent } as unknown as Conversation),
    [question, answer],
  );
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('auth.user'));
  /** Waits for the request, which would otherwise reach the next test. */
  const untilSent = () => waitFor(() => expect(requests.map(({ path }) => path)).toContain('messages.send'));
  return { ...app, untilSent, clock, onSent };
}

it('shows a message until the server has stored it, and passes the time it was sent', async () => {
  let arrive: (value: SentMessage) => void = () => {};
  const { result, clock, onSent } = await open(() => new Promise((resolve) => (arrive = resolve)));
  act(() => result.current.ask('And now?'));
  expect(result.current.pending?.content).toBe('And now?');
  expect(result.current.isSending).toBe(true);
  clock.current = 12;
  await waitFor(() => {
    arrive(sent);
    expect(onSent).toHaveBeenCalledExactlyOnceWith(sent, 7);
  });
  await waitFor(() => expect(result.current.pending).toBeUndefined());
});

it('shows a message once if the live connection is faster than the response', async () => {
  const { result, rerender, untilSent } = await open(() => new Promise(() => {}));
  act(() => result.current.ask('And now?'));
  await untilSent();
  expect(result.current.pending?.content).toBe('And now?');
  rerender([question, answer, next]);
  expect(result.current.pending).toBeUndefined();
});

it('shows the same message when it is sent again', async () => {
  const { result, untilSent } = await open(() => new Promise(() => {}));
  act(() => result.current.ask(question.content));
  await untilSent();
  expect(result.current.pending?.content).toBe(question.content);
});

it('keeps a message that could not be sent, with the reason', async () => {
  const { result, onSent } = await open(() => {
    throw new ServerError('Too many answers');
  });
  act(() => result.current.ask('And now?'));
  await waitFor(() => expect(result.current.pending?.error).toBe('Too many answers'));
  expect(result.current.isSending).toBe(false);
  expect(result.current.draft.text).toBe('And now?');
  expect(onSent).not.toHaveBeenCalled();
});

it('removes a failed message once the server turns out to have stored it', async () => {
  const { result, rerender } = await open(() => {
    throw new ServerError('The connection was lost');
  });
  act(() => result.current.ask('And now?'));
  await waitFor(() => expect(result.current.pending?.error).toBeDefined());
  rerender([question, answer, next]);
  expect(result.current.pending).toBeUndefined();
});

it('empties the box of a stored message whose response was lost, and sends the same text as another message later', async () => {
  const ids: unknown[] = [];
  const { result, rerender } = await open((input) => {
    ids.push((input as { clientRequestId: string }).clientRequestId);
    throw new ServerError('The connection was lost');
  });
  act(() => result.current.ask('And now?'));
  await waitFor(() => expect(result.current.draft.text).toBe('And now?'));
  rerender([question, answer, next]);
  expect(result.current.draft.text).toBe('');
  act(() => result.current.ask('And now?'));
  await waitFor(() => expect(ids).toHaveLength(2));
  expect(ids[1]).not.toBe(ids[0]);
  await waitFor(() => expect(result.current.draft.text).toBe('And now?'));
});

it('keeps the box empty if the response is lost after the message has arrived', async () => {
  let fail: () => void = () => {};
  const { result, rerender, untilSent, queryClient } = await open(
    () => new Promise((_resolve, reject) => (fail = () => reject(new ServerError('The connection was lost')))),
  );
  act(() => result.current.ask('And now?'));
  await untilSent();
  rerender([question, answer, next]);
  act(() => result.current.draft.change('Next'));
  act(() => fail());
  const states = () =>
    queryClient
      .getMutationCache()
      .getAll()
      .map(({ state }) => state.status);
  await waitFor(() => expect(states()).toEqual(['error']));
  expect(result.current.draft.text).toBe('Next');
  expect(result.current.pending).toBeUndefined();
});

it('forgets a draft that was being sent before a reload, once the server has it', async () => {
  const first = await open(() => new Promise(() => {}));
  act(() => first.result.current.ask('And now?'));
  await first.untilSent();
  act(() => first.result.current.draft.change('Then?'));
  first.unmount();
  const { result, rerender } = await open(() => sent);
  expect(result.current.draft.text).toBe('And now?\n\nThen?');
  rerender([question, answer, next]);
  expect(result.current.draft.text).toBe('Then?');
});

it('keeps a draft that was being sent if the last question is an older one with the same text', async () => {
  const first = await open(() => new Promise(() => {}));
  act(() => first.result.current.ask(question.content));
  await first.untilSent();
  first.unmount();
  const { result } = await open(() => sent);
  expect(result.current.draft.text).toBe(question.content);
});

it('removes attached files that the server has stored, whichever tab sent them', async () => {
  const { result, rerender } = await open(() => new Promise(() => {}));
  const release = vi.spyOn(result.current.files.store, 'release');
  const file = { type: 'text/plain', name: 'a.txt', size: 1, url: '/objects/a' };
  rerender([question, answer, { ...next, attachments: [file] }]);
  expect(release).toHaveBeenCalledWith(['/objects/a']);
  release.mockRestore();
});
