import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { draftKey } from '~/client/lib/chat-draft';
import { trpc } from '~/client/lib/trpc';
import { rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { temporaryWords as words } from '~/client/words/temporary';
import { TemporaryButton } from './temporary-button';
import { TemporaryNotice } from './temporary-notice';

const temporary = { ...rates, temporaryUntil: new Date('2026-05-04T10:30:00Z') };

afterEach(() => void vi.useRealTimers());

function button(answers: FakeResponses) {
  const requests = fakeServer(answers);
  const onBegun = vi.fn();
  const app = renderInApp(
    <main>
      <TemporaryButton onBegun={onBegun} />
    </main>,
  );
  return { requests, onBegun, main: screen.getByRole('main'), ...app };
}
const begin = () => screen.getByRole('button', { name: words.begin });

it('starts a temporary conversation, and opens it once it exists', async () => {
  let respond = (_: typeof temporary) => {};
  const { user, requests, onBegun, main } = button({
    'conversations.create': () =>
      new Promise<typeof temporary>((resolve) => {
        respond = resolve;
      }),
  });
  await user.click(begin());
  // A message sent now would be stored in the conversation that is still open.
  await waitFor(() => expect(main.inert).toBe(true));
  expect(onBegun).not.toHaveBeenCalled();
  respond(temporary);
  await waitFor(() => expect(onBegun).toHaveBeenCalledExactlyOnceWith(temporary.id));
  expect(main.inert).toBe(false);
  expect(requests).toEqual([{ path: 'conversations.create', input: { isTemporary: true } }]);
});

it('shows why none could be started, and makes the page usable again with its focus', async () => {
  const { user, onBegun, main } = button({
    'conversations.create': () => {
      throw new ServerError('Too many conversations', { httpStatus: 429 });
    },
  });
  await user.click(begin());
  expect(await screen.findByText('Too many conversations')).toBeDefined();
  expect(screen.getByText(words.beginFailed)).toBeDefined();
  expect(main.inert).toBe(false);
  expect(document.activeElement).toBe(begin());
  expect(onBegun).not.toHaveBeenCalled();
});

async function notice(conversation: typeof rates) {
  const requests = fakeServer({
    'auth.user': () => ada,
    'conversations.get': () => conversation,
    'conversations.extend': () => ({ temporaryUntil: new Date('2026-05-04T11:30:00Z') }),
    'conversations.delete': () => ({ message: 'Deleted' }),
  });
  function Page() {
    return trpc.auth.user.useQuery().data ? <TemporaryNotice conversationId={conversation.id} /> : null;
  }
  const app = renderInApp(<Page />);
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('conversations.get'));
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { sent, ...app };
}

it('shows no notice for a permanent conversation, and does not delete it when the user leaves', async () => {
  const { sent, unmount } = await notice(rates);
  expect(screen.queryByRole('note')).toBeNull();
  vi.useFakeTimers();
  unmount();
  vi.runAllTimers();
  vi.useRealTimers();
  expect(sent('conversations.delete')).toEqual([]);
});

it('explains the deletion of a temporary conversation, and deletes it with its draft after the user left', async () => {
  const key = draftKey({ userId: ada.id, conversationId: rates.id });
  const { sent, unmount } = await notice(temporary);
  expect((await screen.findByRole('note')).textContent).toBe(words.notice);
  localStorage.setItem(key, 'A draft');
  vi.useFakeTimers();
  unmount();
  expect(localStorage.getItem(key)).toBe('A draft');
  vi.advanceTimersByTime(2000);
  vi.useRealTimers();
  expect(localStorage.getItem(key)).toBeNull();
  await waitFor(() => expect(sent('conversations.delete')).toEqual([{ conversationId: rates.id }]));
});

it('is extended while its page is visible', async () => {
  const { sent } = await notice(temporary);
  await screen.findByRole('note');
  expect(sent('conversations.extend')).toEqual([]);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(sent('conversations.extend')).toEqual([{ conversationId: rates.id }]));
  expect(sent('conversations.delete')).toEqual([]);
});
