import { act, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { rates } from '~/client/testing/conversations';
import { type FakeAnswers, fakeServer, ServerError } from '~/client/testing/fake-server';
import { answer, question, runningAnswer } from '~/client/testing/messages';
import { renderHookInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import type { ChatMessage, SentMessage } from '~/shared/schemas/messages';
import { useAsk } from './use-ask';

type Conversation = Parameters<typeof useAsk>[1];

const next = { ...question, id: '9c8d7e6f-1b0f-4c8d-9b6f-3f9d2c1b7e4a', content: 'And now?', parentId: answer.id };
const sent: SentMessage = { userMessage: next, assistantMessage: runningAnswer, conversation: rates };

/** The composer of a conversation with one question and its answer. */
async function open(send: NonNullable<FakeAnswers['messages.send']>) {
  const requests = fakeServer({
    'auth.user': () => ada,
    'conversations.list': () => ({ items: [], nextCursor: null }),
    'messages.send': send,
  });
  const clock = { current: 7 };
  const onSent = vi.fn();
  const app = renderHookInApp(
    (messages: ChatMessage[]) =>
      // The hook uses these three of its members.
      useAsk(rates.id, { messages, clock, onSent } as unknown as Conversation),
    [question, answer],
  );
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('auth.user'));
  /** A request that leaves after the test would reach the next one. */
  const untilSent = () => waitFor(() => expect(requests.map(({ path }) => path)).toContain('messages.send'));
  return { ...app, untilSent, clock, onSent };
}

it('shows the question until the server has it, and names the moment at which it was asked', async () => {
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

it('shows it once when the live connection is quicker than the response', async () => {
  const { result, rerender, untilSent } = await open(() => new Promise(() => {}));
  act(() => result.current.ask('And now?'));
  await untilSent();
  expect(result.current.pending?.content).toBe('And now?');
  rerender([question, answer, next]);
  expect(result.current.pending).toBeUndefined();
});

it('shows the same question asked a second time', async () => {
  const { result, untilSent } = await open(() => new Promise(() => {}));
  act(() => result.current.ask(question.content));
  await untilSent();
  expect(result.current.pending?.content).toBe(question.content);
});

it('keeps a question that could not be sent, with the reason', async () => {
  const { result, onSent } = await open(() => {
    throw new ServerError('Too many answers');
  });
  act(() => result.current.ask('And now?'));
  await waitFor(() => expect(result.current.pending?.error).toBe('Too many answers'));
  expect(result.current.isSending).toBe(false);
  expect(result.current.draft.text).toBe('And now?');
  expect(onSent).not.toHaveBeenCalled();
});

it('a failed question is gone once the server turns out to have it', async () => {
  const { result, rerender } = await open(() => {
    throw new ServerError('The connection was lost');
  });
  act(() => result.current.ask('And now?'));
  await waitFor(() => expect(result.current.pending?.error).toBeDefined());
  rerender([question, answer, next]);
  expect(result.current.pending).toBeUndefined();
});

it('lets go of files that the server has with a question, whichever tab sent them', async () => {
  const { result, rerender } = await open(() => new Promise(() => {}));
  const letGo = vi.spyOn(result.current.files.store, 'letGo');
  const file = { type: 'text/plain', name: 'a.txt', size: 1, url: '/objects/a' };
  rerender([question, answer, { ...next, attachments: [file] }]);
  expect(letGo).toHaveBeenCalledWith(['/objects/a']);
  letGo.mockRestore();
});
