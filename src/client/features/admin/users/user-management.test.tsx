import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { formatDate } from '~/client/lib/format';
import { AdminAt } from '~/client/testing/admin-at';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { adaRow as ada } from '~/client/testing/users';
import { adminWords as words } from '~/client/words/admin';
import { uiWords } from '~/client/words/ui';

const bob = { ...ada, id: '5f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a02', email: 'bob@example.com', firstName: 'Bob' };
const eve = { ...ada, id: '6f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a03', email: 'eve@example.com' };
const locked = { ...bob, isLocked: true };
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

function list(answers: FakeResponses = {}) {
  const requests = fakeServer({
    'auth.user': () => ({ ...ada, isAdmin: true }),
    'admin.userPage': () => ({ items: [ada, bob], nextCursor: null, total: 2 }),
    ...answers,
  });
  const pages = () => requests.filter(({ path }) => path === 'admin.userPage').map(({ input }) => input);
  return { requests, pages, ...renderInApp(<AdminAt section="users" />) };
}
const rowOf = async (email: string) => within(await screen.findByRole('row', { name: new RegExp(email) }));

it('offers no actions on your own account', async () => {
  list();
  const own = await rowOf(ada.email);
  for (const action of own.getAllByRole<HTMLButtonElement>('button'))
    await waitFor(() => expect(action.disabled).toBe(true));
  expect(button(words.deleteOf(bob.email)).disabled).toBe(false);
  expect(screen.getByText(words.userCount('2', false))).toBeDefined();
});

it('says which emails are not confirmed, where they can be', async () => {
  const items = [{ ...ada, isEmailConfirmed: true }, { ...bob, isEmailConfirmed: false }, eve];
  const { unmount } = list({ 'admin.userPage': () => ({ items, nextCursor: null, total: 3 }) });
  expect((await rowOf(bob.email)).getByRole('rowheader').textContent).toBe(`${bob.email} ${words.notConfirmed}`);
  for (const { email } of [ada, eve]) expect((await rowOf(email)).getByRole('rowheader').textContent).toBe(email);
  unmount();

  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  list({ 'admin.userPage': () => ({ items, nextCursor: null, total: 3 }) });
  const users = await screen.findByRole('list', { name: words.users });
  expect(within(users).getByText(bob.email, { exact: false }).textContent).toContain(words.notConfirmed);
  expect(screen.getAllByText(words.notConfirmed)).toHaveLength(1);
});

it('on a phone, shows each user in a compact row with all values and actions', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  list({ 'admin.userPage': () => ({ items: [{ ...locked, hasSecondFactor: true }], nextCursor: null, total: 1 }) });
  const users = await screen.findByRole('list', { name: words.users });
  const row = within(users).getByRole('listitem');
  for (const text of [
    bob.email,
    `${words.status}: ${words.locked}${words.secondFactor}`,
    `${words.name}: Bob`,
    `${words.role}: ${words.user}`,
    `${words.signedUp}: ${formatDate(bob.createdAt)}`,
  ])
    expect(row.textContent).toContain(text);
  const names = [
    words.unlock,
    words.promote(bob.email),
    words.resetSecondFactorOf(bob.email),
    words.deleteOf(bob.email),
  ];
  for (const name of names) expect(within(row).getByRole('button', { name })).toBeDefined();
});

it('locks a user, shows a notice, and reloads the list', async () => {
  let isLocked = false;
  const { user, requests } = list({
    'admin.userPage': () => ({ items: [isLocked ? locked : bob], nextCursor: null, total: 1 }),
    'admin.lock': () => {
      isLocked = true;
      return { message: 'bob@example.com is locked' };
    },
  });
  await user.click((await rowOf(bob.email)).getByRole('button', { name: words.lock }));
  expect(await screen.findByText(words.accountLocked)).toBeDefined();
  expect(requests).toContainEqual({ path: 'admin.lock', input: { userId: bob.id, isLocked: true } });
  expect(await screen.findByRole('button', { name: words.unlock })).toBeDefined();
});

it('leaves the row unchanged when locking fails', async () => {
  const { user } = list({
    'admin.lock': () => {
      throw new ServerError('User not found', { code: 'NOT_FOUND', httpStatus: 404 });
    },
  });
  await user.click((await rowOf(bob.email)).getByRole('button', { name: words.lock }));
  expect(await screen.findByText(words.lockFailed)).toBeDefined();
  expect(screen.getByText('User not found')).toBeDefined();
  await waitFor(() => expect(button(words.deleteOf(bob.email)).disabled).toBe(false));
  expect((await rowOf(bob.email)).getByRole('button', { name: words.lock })).toBeDefined();
});

it('reloads the list when the user was already deleted', async () => {
  let isDeleted = false;
  const { user } = list({
    'admin.userPage': () => ({ items: isDeleted ? [ada] : [ada, bob], nextCursor: null, total: isDeleted ? 1 : 2 }),
    'admin.delete': () => {
      isDeleted = true;
      throw new ServerError('User not found', { code: 'NOT_FOUND', httpStatus: 404 });
    },
  });
  await rowOf(bob.email);
  await user.click(button(words.deleteOf(bob.email)));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words.deleteUser }));
  expect(await screen.findByText(words.userDeleteFailed)).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(bob.email) })).toBeNull());
});

it('deletes a user only after a confirmation that names them', async () => {
  const { user, requests } = list({ 'admin.delete': () => ({ message: 'bob@example.com has been deleted.' }) });
  await rowOf(bob.email);
  await user.click(button(words.deleteOf(bob.email)));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain(words.deleteUserBody(bob.email));
  await user.click(within(dialog).getByRole('button', { name: uiWords.cancel }));
  expect(requests.map(({ path }) => path)).not.toContain('admin.delete');
  await user.click(button(words.deleteOf(bob.email)));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words.deleteUser }));
  expect(await screen.findByText(words.userDeleted)).toBeDefined();
  expect(requests).toContainEqual({ path: 'admin.delete', input: { userId: bob.id } });
});

it('requests another order, and searches after typing pauses', async () => {
  const { user, pages } = list();
  await rowOf(bob.email);
  expect(pages()).toMatchObject([{ sort: 'createdAt', sortDirection: 'descending' }]);
  await user.click(screen.getByRole('button', { name: new RegExp(`^${words.email}`) }));
  await waitFor(() => expect(pages().at(-1)).toMatchObject({ sort: 'email', sortDirection: 'ascending' }));
  await user.type(screen.getByLabelText(words.searchUsers), ' bob ');
  await waitFor(() =>
    expect(pages().at(-1)).toMatchObject({ sort: 'email', sortDirection: 'ascending', search: 'bob' }),
  );
});

it('shows that no users match, and why the list failed to load', async () => {
  const none = list({ 'admin.userPage': () => ({ items: [], nextCursor: null, total: 0 }) });
  expect(await screen.findByText(words.noUsers)).toBeDefined();
  none.unmount();
  list({
    'admin.userPage': () => {
      throw new ServerError('Not allowed', { code: 'FORBIDDEN', httpStatus: 403 });
    },
  });
  expect(await screen.findByText(words.usersFailed)).toBeDefined();
});

it.each([
  [768, 0],
  [1023, 0],
  [1024, 1],
])('shows whole emails: at %s px, where columns would break them, users are cards', async (width, tables) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= Number(/min-width: (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener() {},
    removeEventListener() {},
  }));
  list();
  expect((await screen.findAllByText(bob.email)).length).toBeGreaterThan(0);
  expect(screen.queryAllByRole('table')).toHaveLength(tables);
});
