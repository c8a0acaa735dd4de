import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { trpc } from '~/client/lib/trpc';
import { banks, rates } from '~/client/testing/conversations';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { ReadMarker } from './read-marker';

afterEach(() => void vi.restoreAllMocks());

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
