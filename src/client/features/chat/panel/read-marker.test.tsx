import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { trpc } from '~/client/lib/trpc';
import { banks, rates } from '~/client/testing/conversations';
import { fakeServer } from '~/client/testing/fake-server';
import { answer } from '~/client/testing/messages';
import { renderInApp } from '~/client/testing/render';
import type { AnswerStatus } from '~/shared/schemas/messages';
import { conversationsOf } from './conversation-cache';
import { listInput } from './list-input';
import { ReadMarker } from './read-marker';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Marks() {
  const { data } = trpc.conversations.activity.useQuery();
  return <p>Unread: {data?.unread.join(' ')}</p>;
}

function marker(conversationId: string | undefined, unread: string[]) {
  const requests = fakeServer({
    'conversations.activity': () => ({ running: [], unread }),
    'conversations.markRead': () => ({ message: 'Marked' }),
  });
  const app = renderInApp(
    <>
      <ReadMarker conversationId={conversationId} />
      <Marks />
    </>,
  );
  const marked = () => requests.filter(({ path }) => path === 'conversations.markRead').map(({ input }) => input);
  return { requests, marked, ...app };
}

it('marks the open conversation as read, optimistically', async () => {
  const { marked } = marker(rates.id, [rates.id, banks.id]);
  await waitFor(() => expect(screen.getByText(/Unread/).textContent).toBe(`Unread: ${banks.id}`));
  await waitFor(() => expect(marked()).toEqual([{ conversationId: rates.id }]));
});

it.each([
  ['has no new answer', rates.id],
  ['does not exist yet', undefined],
])('sends nothing for a conversation that %s', async (_, conversationId) => {
  const { marked } = marker(conversationId, [banks.id]);
  await waitFor(() => expect(screen.getByText(/Unread/).textContent).toBe(`Unread: ${banks.id}`));
  expect(marked()).toEqual([]);
});

it('keeps a conversation unread while its tab is hidden', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { marked } = marker(rates.id, [rates.id]);
  await waitFor(() => expect(screen.getByText(/Unread/).textContent).toContain(rates.id));
  expect(marked()).toEqual([]);
  visibility.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(marked()).toEqual([{ conversationId: rates.id }]));
});

function Titles() {
  const { data } = trpc.conversations.list.useInfiniteQuery(listInput.current, {
    getNextPageParam: (page) => page.nextCursor,
  });
  const listed = conversationsOf(data);
  return <p>Listed: {listed.map(({ title }) => title).join()}</p>;
}

/** An answer to `banks` that ends within the next poll. */
function answering(conversationId: string) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
  const state = { running: [banks.id], unread: [] as string[], title: 'Banks', status: 'complete' as AnswerStatus };
  const requests = fakeServer({
    'conversations.activity': () => ({ running: state.running, unread: state.unread }),
    'messages.list': () => ({ items: [{ ...answer, metadata: { status: state.status } }], nextCursor: null }),
    'conversations.list': () => ({ items: [{ ...rates, updatedAt: new Date('2026-05-05') }, banks], nextCursor: null }),
    'conversations.get': () => ({ ...banks, title: state.title, updatedAt: new Date('2026-05-06') }),
  });
  const asked = (name: string) => requests.filter(({ path }) => path === name).length;
  const { rerender } = renderInApp(page(conversationId));
  return { state, asked, open: (id: string) => rerender(page(id)) };
}
const page = (conversationId: string) => (
  <>
    <ReadMarker conversationId={conversationId} />
    <Titles />
  </>
);
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('shows the order and the title after an answer in a conversation that is not open', async () => {
  const { state } = answering(rates.id);
  expect(await screen.findByText('Listed: Rates,Banks')).toBeDefined();
  state.running = [];
  await pass(3000);
  expect(await screen.findByText('Listed: Banks,Rates')).toBeDefined();
  state.title = 'Banks in Europe';
  await pass(8000);
  expect(await screen.findByText('Listed: Banks in Europe,Rates')).toBeDefined();
});

it('does not read the open conversation, but reads it for its title if the user leaves it', async () => {
  const { state, asked, open } = answering(banks.id);
  expect(await screen.findByText('Listed: Rates,Banks')).toBeDefined();
  state.running = [];
  await pass(3000);
  await waitFor(() => expect(asked('conversations.activity')).toBeGreaterThan(1));
  expect(asked('conversations.get')).toBe(0);
  open(rates.id);
  state.title = 'Banks in Europe';
  await pass(8000);
  expect(await screen.findByText('Listed: Banks in Europe,Rates')).toBeDefined();
});

it.each([
  ['is complete', 'complete', true],
  ['failed', 'failed', true],
  ['was stopped by the user', 'stopped', false],
] as const)(
  'marks the title of a hidden tab if an answer in another conversation %s: %s',
  async (_, status, isMarked) => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.title = 'Rates';
    const { state, asked } = answering(rates.id);
    expect(await screen.findByText('Listed: Rates,Banks')).toBeDefined();
    Object.assign(state, { running: [], unread: [banks.id], status });
    await pass(3000);
    await waitFor(() => expect(asked('messages.list')).toBe(1));
    await pass(0);
    expect(document.title).toBe(isMarked ? '● Rates' : 'Rates');
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
  },
);

it('does not announce an answer that was read in another tab', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { state, asked } = answering(rates.id);
  expect(await screen.findByText('Listed: Rates,Banks')).toBeDefined();
  state.running = [];
  await pass(3000);
  expect(await screen.findByText('Listed: Banks,Rates')).toBeDefined();
  expect(asked('messages.list')).toBe(0);
});
