import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { config } from '~/client/testing/config';
import { banks, rates } from '~/client/testing/conversations';
import { fakeServer } from '~/client/testing/fake-server';
import { fakeSocket } from '~/client/testing/fake-socket';
import { renderPage } from '~/client/testing/render-page';
import { ada } from '~/client/testing/users';
import { conversationActionsWords as actions } from '~/client/words/conversation-actions';
import { conversationsWords as words } from '~/client/words/conversations';

beforeEach(() => {
  fakeSocket();
  // Routes scroll the page, which happy-dom does not support.
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

const empty = { items: [], nextCursor: null };

/** Rates, opened after the welcome page, on a phone with the drawer open. */
async function openDrawer() {
  fakeServer({
    'auth.user': () => ada,
    'auth.config': () => config,
    'conversations.list': () => ({ items: [rates, banks], nextCursor: null }),
    'conversations.activity': () => ({ running: [], unread: [] }),
    'conversations.get': (input) => ((input as { conversationId: string }).conversationId === banks.id ? banks : rates),
    'conversations.discard': () => ({ count: 1 }),
    'messages.list': () => empty,
    'projects.list': () => empty,
    'collections.list': () => empty,
    'models.list': () => [],
    'research.list': () => [],
  });
  const app = renderPage('/qchat');
  const { router, user } = app;
  await screen.findByRole('button', { name: words.openConversations });
  await router.navigate({ to: '/qchat', search: { c: rates.id } });
  await user.click(screen.getByRole('button', { name: words.openConversations }));
  const drawer = await screen.findByRole('dialog', { name: words.conversations });
  const inDrawer = within(drawer);
  await inDrawer.findByRole('button', { name: /^Banks/ });
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog', { name: words.conversations })).toBeNull());
  const address = () => router.history.location.href;
  return { ...app, drawer, inDrawer, closed, address };
}
const of = ({ id }: { id: string }) => `/qchat?c=${id}`;

it('Back closes the drawer first, then leaves the conversation', async () => {
  const { router, closed, address } = await openDrawer();
  expect(address()).toBe(of(rates));
  router.history.back();
  await closed();
  expect(address()).toBe(of(rates));
  router.history.back();
  await waitFor(() => expect(address()).toBe('/qchat'));
});

it.each([
  [
    'its button',
    async ({ user, inDrawer }: Awaited<ReturnType<typeof openDrawer>>) =>
      user.click(inDrawer.getByRole('button', { name: words.closeConversations })),
  ],
  ['Escape', async ({ drawer }) => void fireEvent(drawer, new Event('cancel', { cancelable: true }))],
  ['the open conversation', async ({ user, inDrawer }) => user.click(inDrawer.getByRole('button', { name: /^Rates/ }))],
] as [string, (app: Awaited<ReturnType<typeof openDrawer>>) => Promise<void>][])(
  'leaves no entry when it is closed with %s',
  async (_how, close) => {
    const app = await openDrawer();
    await close(app);
    await app.closed();
    expect(app.address()).toBe(of(rates));
    app.router.history.back();
    await waitFor(() => expect(app.address()).toBe('/qchat'));
  },
);

it('another conversation replaces the entry of the drawer', async () => {
  const { router, user, inDrawer, closed, address } = await openDrawer();
  await user.click(inDrawer.getByRole('button', { name: /^Banks/ }));
  await closed();
  await waitFor(() => expect(address()).toBe(of(banks)));
  router.history.back();
  await waitFor(() => expect(address()).toBe(of(rates)));
  expect(screen.queryByRole('dialog', { name: words.conversations })).toBeNull();
});

it('a conversation that is deleted while the drawer closes is left', async () => {
  const { user, inDrawer, closed, address } = await openDrawer();
  await user.click(inDrawer.getByRole('button', { name: words.more(rates.title) }));
  await user.click(await screen.findByRole('menuitem', { name: actions.delete }));
  await user.click(await screen.findByRole('button', { name: actions.delete }));
  await closed();
  await waitFor(() => expect(address()).toBe('/qchat'));
});
