import { act, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useRef, useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { forgetAccount } from '~/client/lib/account-storage';
import { trpc } from '~/client/lib/trpc';
import { rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { uploadWords } from '~/client/words/upload';
import { waitingWords as words } from '~/client/words/waiting-messages';
import type { ChatMessage, MessageMetadata, SendMessageInput } from '~/shared/schemas/messages';
import { writeDraft } from '../composer/draft';
import { newRequestId } from '../composer/request-id';
import { useDraft } from '../composer/use-draft';
import { type DraftFiles, usePendingFiles } from '../files/use-pending-files';
import { changeQueue, maxWaiting, type Queue, queueKey, readQueue } from './queue';
import { WaitingMessages } from './waiting-messages';

const key = queueKey(ada.id, rates.id);
const message = (id: string, over: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  conversationId: rates.id,
  parentId: null,
  role: 'assistant',
  content: 'Rates fell.',
  attachments: [],
  metadata: { status: 'complete' },
  createdAt: new Date('2026-11-23T09:00:00Z'),
  ...over,
});
const running = message('a1', { metadata: { processing: true } });

const answerTo = (input: unknown) => {
  const { content } = input as SendMessageInput;
  return {
    conversation: rates,
    userMessage: message(`question ${content}`, { role: 'user', content, parentId: 'a1' }),
    assistantMessage: message(`answer ${content}`, { metadata: { processing: true } }),
  };
};

beforeEach(() => forgetAccount(ada.id));

async function setUp(answers: FakeResponses = {}, first: ChatMessage[] = [running], offered?: Queue) {
  const requests = fakeServer({
    'auth.user': () => ada,
    'conversations.list': () => ({ items: [], nextCursor: null }),
    'messages.send': answerTo,
    'uploads.remove': () => ({ message: 'Deleted' }),
    ...answers,
  });
  const page: {
    take?: (text: string) => boolean;
    show?: (messages: ChatMessage[]) => void;
    text?: string;
    files?: Pick<DraftFiles, 'files' | 'rejections'>;
  } = {};
  function Page() {
    const draft = useDraft(rates.id);
    const files = usePendingFiles(rates.id);
    const queue = useRef<Queue>(offered);
    const [messages, setMessages] = useState(first);
    page.show = setMessages;
    page.take = (text) => typeof queue.current === 'function' && queue.current(text);
    page.text = draft.text;
    page.files = files;
    const conversation = {
      messages,
      running: messages.find(({ metadata }) => metadata.processing),
      list: { isSuccess: true, isFetching: false } as never,
      clock: { current: 0 },
      onSent: ({ userMessage, assistantMessage }: ReturnType<typeof answerTo>) =>
        setMessages((now) => [...now, userMessage, assistantMessage]),
    };
    const parts = { choose: () => ({}), newRequestId, cache: { put: async () => {} } };
    return (
      <WaitingMessages {...{ queue, conversationId: rates.id, draft, files, conversation, isSending: false, parts }} />
    );
  }
  // As in the application, the account is loaded before a conversation is shown.
  const app = renderInApp(<SignedIn page={Page} />);
  await waitFor(() => expect(page.take).toBeDefined());
  const sends = () =>
    requests.filter(({ path }) => path === 'messages.send').map(({ input }) => input as SendMessageInput);
  const ended = (metadata: MessageMetadata) => act(() => page.show?.([message('a1', { metadata })]));
  return { ...app, page, sends, ended, requests, take: (text: string) => act(() => void page.take?.(text)) };
}

function SignedIn({ page: Page }: { page: () => ReactNode }) {
  return trpc.auth.user.useQuery().data ? <Page /> : null;
}

it('keeps messages until the answer is complete and sends them in order, each after the previous answer', async () => {
  const { page, sends, ended, take } = await setUp();
  take('One');
  take('Two');
  expect(screen.getByText(words.waiting)).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe(words.status(2));
  expect(sends()).toHaveLength(0);
  ended({ status: 'complete' });
  await waitFor(() => expect(sends().map(({ content }) => content)).toEqual(['One']));
  await waitFor(() => expect(readQueue(key)).toMatchObject([{ content: 'Two', after: 'answer One' }]));
  act(() => page.show?.([message('a1'), message('answer One')]));
  await waitFor(() => expect(sends().map(({ content }) => content)).toEqual(['One', 'Two']));
  await waitFor(() => expect(readQueue(key)).toEqual([]));
});

it.each(['failed', 'stopped', 'interrupted'] as const)(
  'asks before it sends after an answer that was %s',
  async (status) => {
    const { sends, ended, take, user } = await setUp();
    take('Next');
    ended({ status });
    await user.click(await screen.findByRole('button', { name: words.send }));
    await waitFor(() => expect(sends()).toHaveLength(1));
    await waitFor(() => expect(readQueue(key)).toEqual([]));
  },
);

it("queues the composer's text if Send was pressed before this part was loaded", async () => {
  writeDraft({ userId: ada.id, conversationId: rates.id }, 'Next');
  const { page } = await setUp({}, [running], 'pressed');
  await waitFor(() => expect(readQueue(key)).toMatchObject([{ content: 'Next', after: 'a1' }]));
  expect(page.text).toBe('');
});

it('returns a message to the composer, before the text there', async () => {
  const { page, take, user } = await setUp();
  take('Next');
  await user.click(screen.getByRole('button', { name: words.editMessage('Next') }));
  expect(page.text).toBe('Next');
  expect(readQueue(key)).toEqual([]);
});

it('keeps the files of a message, and deletes them with it', async () => {
  const file = { id: 'f1', objectPath: '/objects/f1', name: 'a.pdf', type: 'application/pdf', size: 3, at: Date.now() };
  const { requests, take, user } = await setUp();
  changeQueue(key, () => [{ requestId: 'r1', content: 'With a file', files: [file], choice: {}, after: 'a1' }]);
  expect(await screen.findByText(words.files(1))).toBeDefined();
  take('Another');
  await user.click(screen.getByRole('button', { name: words.remove('With a file') }));
  await waitFor(() => expect(requests).toContainEqual({ path: 'uploads.remove', input: { id: 'f1' } }));
  expect(readQueue(key).map(({ content }) => content)).toEqual(['Another']);
});

it('names files that were deleted while a message waited, and returns it to the composer without them', async () => {
  const about = { type: 'application/pdf', size: 3 };
  const old = { ...about, id: 'f1', objectPath: '/objects/f1', name: 'a.pdf', at: Date.now() - 8 * 24 * 3_600_000 };
  const fresh = { ...about, id: 'f2', objectPath: '/objects/f2', name: 'b.pdf', at: Date.now() };
  const { page, sends, user, ended } = await setUp();
  const item = { requestId: 'r1', content: 'With files', files: [old, fresh], choice: {}, after: 'a1' };
  act(() => changeQueue(key, () => [item]));
  expect(screen.queryByRole('alert')).toBeNull();
  ended({ status: 'complete' });
  const deleted = uploadWords.deleted(['a.pdf']);
  expect(await screen.findByText(words.failed(deleted))).toBeDefined();
  expect(screen.queryByRole('button', { name: words.send })).toBeNull();
  await user.click(screen.getByRole('button', { name: words.edit }));
  expect(page.text).toBe('With files');
  expect(page.files).toMatchObject({ files: [{ name: 'b.pdf' }], rejections: [deleted] });
  expect(sends()).toEqual([]);
});

it('shows that the queue is full, and leaves the message in the composer', async () => {
  const { take } = await setUp();
  for (let count = 0; count <= maxWaiting; count++) take(`Message ${count}`);
  expect(readQueue(key)).toHaveLength(maxWaiting);
  expect(screen.getByRole('alert').textContent).toBe(words.full(maxWaiting));
});

it('leaves a message to be sent now while no answer is streaming', async () => {
  const { page } = await setUp({}, [message('a1')]);
  expect(page.take?.('Now')).toBe(false);
});

it('keeps a message that could not be sent, and retries with the same request id', async () => {
  let isBusy = true;
  const { sends, ended, take, user } = await setUp({
    'messages.send': (input) => {
      if (isBusy) throw new ServerError('Too many answers', { code: 'TOO_MANY_REQUESTS', httpStatus: 429 });
      return answerTo(input);
    },
  });
  take('Next');
  ended({ status: 'complete' });
  expect(await screen.findByText(words.failed('Too many answers'))).toBeDefined();
  isBusy = false;
  await user.click(screen.getByRole('button', { name: words.send }));
  await waitFor(() => expect(readQueue(key)).toEqual([]));
  const [first, second] = sends();
  expect(second?.clientRequestId).toBe(first?.clientRequestId);
});

it('does not send a message that another tab has sent', async () => {
  const { page, sends, take } = await setUp();
  take('Next');
  take('Last');
  const question = message('q', { role: 'user', parentId: 'a1', content: 'Next' });
  act(() => page.show?.([message('a1'), question, message('a2', { parentId: 'q', metadata: { processing: true } })]));
  await waitFor(() => expect(readQueue(key)).toMatchObject([{ content: 'Last', after: 'a2' }]));
  expect(sends()).toEqual([]);
});

it('is deleted when its account signs out', async () => {
  const { take } = await setUp();
  take('Next');
  act(() => forgetAccount(ada.id));
  expect(readQueue(key)).toEqual([]);
});
