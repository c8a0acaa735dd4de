import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetAccount } from '~/client/lib/account-storage';
import { formatShortDate } from '~/client/lib/format';
import { trpc, useLiveConnection } from '~/client/lib/trpc';
import { config } from '~/client/testing/config';
import { rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { fakeSocket } from '~/client/testing/fake-socket';
import { answer, question, runningAnswer } from '~/client/testing/messages';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { composerWords } from '~/client/words/composer';
import { olderMessagesWords } from '~/client/words/older-messages';
import { threadWords as words } from '~/client/words/thread';
import { threadStateWords } from '~/client/words/thread-states';
import { waitingWords } from '~/client/words/waiting-messages';
import { brand } from '~/shared/brand';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import type { ChatMessage, SendMessageInput } from '~/shared/schemas/messages';
import { Thread } from './thread';

beforeEach(() => forgetAccount(ada.id));
afterEach(() => void vi.restoreAllMocks());

const ready: ConversationEvent = { type: 'ready', running: [] };
const page = (...items: ChatMessage[]) => ({ items, nextCursor: null });
const sentAnswer = (input: unknown) => {
  const { content } = input as SendMessageInput;
  return {
    conversation: rates,
    userMessage: { ...question, id: 'q2', parentId: answer.id, content },
    assistantMessage: { ...runningAnswer, id: 'a2', parentId: 'q2' },
  };
};

async function open(rows: ChatMessage[], answers: FakeResponses = {}) {
  const socket = fakeSocket();
  const requests = fakeServer({
    'auth.user': () => ada,
    'auth.config': () => config,
    'models.list': () => [],
    'research.list': () => [],
    'conversations.get': () => rates,
    'conversations.list': () => ({ items: [rates], nextCursor: null }),
    'conversations.activity': () => ({ running: [], unread: [] }),
    'messages.list': () => page(...rows),
    'messages.send': sentAnswer,
    ...answers,
  });
  const onLeave = vi.fn();
  function Page() {
    useLiveConnection();
    return trpc.auth.user.useQuery().data ? <Thread conversationId={rates.id} onLeave={onLeave} /> : null;
  }
  const app = renderInApp(<Page />);
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { socket, sent, onLeave, ...app };
}
const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: composerWords.message(brand.chat) });
const articles = () => screen.findAllByRole('article');

it('shows a loading state, then the messages in order', async () => {
  let respond = () => {};
  await open([], {
    'messages.list': () =>
      new Promise((resolve) => {
        respond = () => resolve(page(question, answer));
      }),
  });
  expect(await screen.findByRole('status', { name: words.loading })).toBeDefined();
  expect(screen.queryByText(threadStateWords.empty)).toBeNull();
  await waitFor(() => {
    respond();
    expect(screen.getAllByRole('article')).toHaveLength(2);
  });
  const names = (await articles()).map((one) => one.getAttribute('aria-label'));
  expect(names).toEqual([words.yourMessage, words.answer]);
  expect(screen.queryByRole('status', { name: words.loading })).toBeNull();
});

it('shows how to start in an empty conversation', async () => {
  await open([]);
  expect(await screen.findByText(threadStateWords.empty)).toBeDefined();
});

it('a deleted conversation leads to a new chat', async () => {
  const { user, onLeave } = await open([], {
    'messages.list': () => {
      throw new ServerError('Conversation not found', { code: 'NOT_FOUND', httpStatus: 404 });
    },
  });
  await user.click(await screen.findByRole('button', { name: threadStateWords.startNew }));
  expect(onLeave).toHaveBeenCalledOnce();
});

it('a conversation that could not be loaded can be retried', async () => {
  let isDown = true;
  const { user } = await open([], {
    'messages.list': () => {
      if (isDown) throw new ServerError('The service is busy', { httpStatus: 503 });
      return page(question, answer);
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The service is busy');
  isDown = false;
  await user.click(screen.getByRole('button', { name: words.retry }));
  expect(await articles()).toHaveLength(2);
});

it('shows a sent message at once, and its answer while it is written', async () => {
  const { user, sent, socket } = await open([question, answer]);
  await articles();
  await waitFor(() => expect(socket.subscriptions()).toHaveLength(1));
  socket.publish('messages.watch', ready);
  await user.type(await box(), 'And banks?{Enter}');
  expect((await box()).value).toBe('');
  await waitFor(async () => expect(await articles()).toHaveLength(4));
  expect(sent('messages.send')).toMatchObject([{ conversationId: rates.id, content: 'And banks?' }]);
  const text = { type: 'text', messageId: 'a2', attempt: 1, at: 0, text: 'Banks gain.' } as const;
  socket.publish('messages.watch', text);
  const last = (await articles()).at(-1) as HTMLElement;
  expect(await within(last).findByText('Banks gain.')).toBeDefined();
});

it('restores a message that could not be sent, and resends it with the same request id', async () => {
  let isDown = true;
  const { user, sent } = await open([question, answer], {
    'messages.send': (input) => {
      if (isDown) throw new ServerError('The service is busy', { httpStatus: 503 });
      return sentAnswer(input);
    },
  });
  await articles();
  await user.type(await box(), 'And banks?{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain(`${words.notSent} The service is busy`);
  await waitFor(async () => expect((await box()).value).toBe('And banks?'));
  isDown = false;
  screen.getByRole('button', { name: words.retry }).focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(await box());
  await waitFor(async () => expect(await articles()).toHaveLength(4));
  const [first, second] = sent('messages.send') as SendMessageInput[];
  expect(second?.clientRequestId).toBe(first?.clientRequestId);
  expect((await box()).value).toBe('');
});

describe('the date of messages', () => {
  const on = (message: ChatMessage, id: string, day: string, parentId: string | null = null) => ({
    ...message,
    id,
    parentId,
    createdAt: new Date(`${day}T12:00:00`),
  });
  const first = on(question, 'd1', '2025-05-04');
  const second = on(answer, 'd2', '2025-05-04', 'd1');
  const third = on(question, 'd3', '2025-05-06', 'd2');
  /** The dates between the messages, by the id of the message below. */
  const separators = () =>
    [...document.querySelectorAll('p > time')].map((time) => [
      time.textContent,
      time.parentElement?.nextElementSibling?.getAttribute('data-message'),
    ]);

  it('is shown above the first one and where the day changes', async () => {
    await open([first, second, third]);
    await articles();
    expect(separators()).toEqual([
      ['May 4, 2025', 'd1'],
      ['May 6, 2025', 'd3'],
    ]);
  });

  it('is not shown above messages of today', async () => {
    const today = (message: ChatMessage) => ({ ...message, createdAt: new Date() });
    await open([today(question), today(answer)]);
    expect(await articles()).toHaveLength(2);
    expect(separators()).toEqual([]);
  });

  it('is only shown above the first loaded message once the messages before it are loaded', async () => {
    const observed: (() => void)[] = [];
    class Observer {
      constructor(private readonly seen: (entries: { isIntersecting: boolean }[]) => void) {}
      observe() {
        observed.push(() => this.seen([{ isIntersecting: true }]));
      }
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', Observer);
    await open([], {
      'messages.list': (input) =>
        (input as { cursor?: string }).cursor ? page(first, second) : { items: [third], nextCursor: 'older' },
    });
    expect(await articles()).toHaveLength(1);
    expect(separators()).toEqual([]);
    const spinner = await screen.findByRole('status', { name: olderMessagesWords.loading });
    expect(spinner.closest('[data-screen-only]')).not.toBeNull();
    expect(screen.getByText(olderMessagesWords.notPrinted).closest('[data-print-only]')).not.toBeNull();
    // The mark is observed a moment after it is rendered.
    await waitFor(() => expect(observed).not.toEqual([]));
    observed.at(-1)?.();
    await waitFor(async () => expect(await articles()).toHaveLength(3));
    expect(separators()).toEqual([
      ['May 4, 2025', 'd1'],
      ['May 6, 2025', 'd3'],
    ]);
  });

  it('is shown above a message as soon as it is sent', async () => {
    const { user } = await open([first, second], { 'messages.send': () => new Promise(() => {}) });
    await articles();
    await user.type(await box(), 'And banks?{Enter}');
    await screen.findByText('And banks?');
    expect(separators().map(([day]) => day)).toEqual(['May 4, 2025', formatShortDate(new Date())]);
  });
});

it('stops the running answer', async () => {
  const { user, sent } = await open([question, runningAnswer], {
    'messages.stop': () => ({ message: 'Stopped' }),
  } as FakeResponses);
  await user.click(await screen.findByRole('button', { name: composerWords.stop }));
  await waitFor(() => expect(sent('messages.stop')).toEqual([{ messageId: runningAnswer.id }]));
});

it('queues a message that is sent during an answer until the answer is complete', async () => {
  const { user, sent } = await open([question, runningAnswer]);
  await articles();
  await user.type(await box(), 'And banks?{Enter}');
  expect(await screen.findByText(waitingWords.waiting)).toBeDefined();
  expect(sent('messages.send')).toEqual([]);
});

it('leaves a conversation that was deleted elsewhere', async () => {
  const { socket, onLeave } = await open([question, answer]);
  await articles();
  await waitFor(() => expect(socket.subscriptions()).toHaveLength(1));
  socket.publish('messages.watch', { type: 'deleted' });
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce());
});
