import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { accountMenuWords } from '~/client/words/account-menu';
import { footerWords } from '~/client/words/footer';
import { notFoundWords } from '~/client/words/not-found';
import { shellWords as words } from '~/client/words/shell';
import { topBarWords } from '~/client/words/top-bar';
import { AppShell } from './app-shell';
import { MissingPath } from './missing-path';
import { NotFoundPage } from './not-found-page';
import { PhoneBar } from './phone-bar';
import { SiteFooter } from './site-footer';
import { TopMenu } from './top-menu';

let left: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  left = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

const shell = (path: string, answers: FakeResponses = { 'auth.user': () => ada }) => ({
  requests: fakeServer(answers),
  ...renderInApp(
    <AppShell>
      <main>The page</main>
    </AppShell>,
    { path },
  ),
});
const links = async () => within(await screen.findByRole('list')).getAllByRole('link');

it('shows the sections around the pages of a signed-in user, and marks the open one', async () => {
  shell('/qinvest/position?id=a');
  const shown = await links();
  expect(shown.map((link) => link.getAttribute('aria-label'))).toEqual([
    words.chat,
    'qInvest',
    words.knowledge,
    words.trackRecord,
    words.settings,
  ]);
  const current = shown.filter((link) => link.getAttribute('aria-current') === 'page');
  expect(current.map((link) => link.getAttribute('href'))).toEqual(['/qinvest']);
  expect(screen.getByText('The page')).toBeDefined();
});

it('links an administrator to the overview of all collections', async () => {
  shell('/knowledge', { 'auth.user': () => ({ ...ada, isAdmin: true }) });
  const current = (await links()).find((link) => link.getAttribute('aria-current'));
  expect(current?.getAttribute('href')).toBe('/knowledge');
});

it('shows no navigation to a visitor', async () => {
  const { requests } = shell('/track-record', { 'auth.user': () => null });
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.getByText('The page')).toBeDefined();
  expect(screen.queryByRole('navigation', { name: words.label })).toBeNull();
});

it('shows no navigation on a page outside of the application, and loads no session there', async () => {
  const { requests } = shell('/auth');
  expect(screen.getByText('The page')).toBeDefined();
  expect(screen.queryByRole('navigation', { name: words.label })).toBeNull();
  expect(requests).toEqual([]);
});

it('shows the signed-in account in the account menu, with links to its pages', async () => {
  const { user } = shell('/qchat');
  await user.click(await screen.findByRole('button', { name: accountMenuWords.account }));
  const menu = within(await screen.findByRole('menu'));
  expect(screen.getByText(ada.email)).toBeDefined();
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    accountMenuWords.settings,
    accountMenuWords.collections,
    accountMenuWords.startPage,
    accountMenuWords.signOut,
  ]);
});

/** The bar is for phones, and happy-dom's window is wider. */
const signOut = async (answers: FakeResponses) => {
  const requests = fakeServer({ 'auth.user': () => ada, ...answers });
  const app = renderInApp(<PhoneBar email={ada.email} />);
  await app.user.click(screen.getByRole('button', { name: accountMenuWords.account, hidden: true }));
  const item = await screen.findByRole('menuitem', { name: accountMenuWords.signOut, hidden: true });
  await app.user.click(item);
  return { requests, item, ...app };
};

it('ends the session on the server and loads the home page after sign-out on a phone', async () => {
  const { requests } = await signOut({ 'auth.logout': () => ({ message: 'Signed out' }) });
  await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('/'));
  expect(requests.filter(({ path }) => path === 'auth.logout')).toHaveLength(1);
});

it('sends one sign-out request, however often the button is pressed', async () => {
  const { requests, item, user } = await signOut({ 'auth.logout': () => new Promise(() => {}) });
  await waitFor(() => expect(item.getAttribute('aria-disabled')).toBe('true'));
  await user.click(item);
  expect(requests.filter(({ path }) => path === 'auth.logout')).toHaveLength(1);
  expect(left).not.toHaveBeenCalled();
});

it('shows that sign-out failed, and keeps the user signed in', async () => {
  const { item } = await signOut({
    'auth.logout': () => {
      throw new ServerError('The service is busy', { httpStatus: 503 });
    },
  });
  expect(await screen.findByText(accountMenuWords.signOutFailed)).toBeDefined();
  expect(screen.getByText('The service is busy')).toBeDefined();
  expect(left).not.toHaveBeenCalled();
  await waitFor(() => expect(item.getAttribute('aria-disabled')).toBeNull());
});

it('shows the account bar to a user, and the menu of the public pages to a visitor', async () => {
  fakeServer({ 'auth.user': () => ada });
  const { unmount } = renderInApp(<TopMenu />, { path: '/qinvest' });
  expect(await screen.findByRole('button', { name: accountMenuWords.account, hidden: true })).toBeDefined();
  unmount();
  fakeServer({ 'auth.user': () => null });
  renderInApp(<TopMenu />, { path: '/track-record' });
  expect((await screen.findAllByRole('link', { name: topBarWords.signIn, hidden: true })).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: accountMenuWords.account, hidden: true })).toBeNull();
});

it('links to the legal pages at the end of a public page, and states that nothing is advice', () => {
  renderInApp(<SiteFooter />);
  const footer = within(screen.getByRole('navigation', { name: footerWords.label }));
  for (const [name, path] of [
    [footerWords.terms, '/terms'],
    [footerWords.privacy, '/privacy'],
    [footerWords.disclaimer, '/disclaimer'],
    [footerWords.signIn, '/auth'],
  ] as const)
    expect(footer.getByRole('link', { name }).getAttribute('href')).toBe(path);
  expect(screen.getByText(footerWords.notAdvice)).toBeDefined();
  expect(footer.getAllByRole('link', { name: footerWords.investors })).toHaveLength(1);
});

it('shows an unknown path, and links to the home page', () => {
  window.history.replaceState(null, '', '/no/such?x=1#y');
  try {
    renderInApp(<NotFoundPage path={<MissingPath />} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(notFoundWords.title);
    expect(screen.getByText(notFoundWords.sentence)).toBeDefined();
    expect(screen.getByText('/no/such')).toBeDefined();
    expect(screen.getByRole('link', { name: notFoundWords.home }).getAttribute('href')).toBe('/');
  } finally {
    window.history.replaceState(null, '', '/');
  }
});
