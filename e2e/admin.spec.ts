import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  founder,
  manySignups,
  manyUsers,
  newEmail,
  password,
  registerIn,
  signInAs,
  startServerWithAdmin,
  withDatabase,
} from './admin';
import { collectPageErrors, expect, hold, type RunningServer, signUp, test } from './fixtures';

let server: RunningServer & { dispose(): Promise<void> };

test.beforeAll(async ({ browser }) => {
  server = await startServerWithAdmin(browser);
});
test.afterAll(() => server.dispose());

let pageErrors: string[];
test.beforeEach(({ page }) => {
  pageErrors = collectPageErrors(page, server);
});
test.afterEach(() => expect(pageErrors).toEqual([]));

const admin = (section?: string) => `${server.url}/settings?tab=admin${section ? `&section=${section}` : ''}`;
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const toast = (page: Page, text: string) => page.getByRole('region', { name: /Notifications/ }).getByText(text);
/** The first cells of the table, by row. */
const emails = (page: Page) => page.getByRole('rowheader').allTextContents();
const sortBy = (page: Page, name: string) => page.getByRole('columnheader').getByRole('button', { name }).click();
const columnOf = (page: Page, name: string) => page.getByRole('columnheader', { name });

/** Creates an account that is not signed in on any page of the test. */
async function personNamed(page: Page, name: string, names: object = {}) {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error('no browser');
  const user = await registerIn(context, server, newEmail(name), names);
  await context.close();
  return user;
}

test('an administrator lists, sorts and searches accounts', async ({ page }) => {
  const bob = await personNamed(page, 'bob', { firstName: 'Bob' });
  const ada = await personNamed(page, 'ada', { firstName: 'Ada', lastName: 'Lovelace' });
  const nameless = await personNamed(page, 'nameless');
  await signInAs(page, server, founder);
  await page.goto(`${server.url}/settings`);
  await page.getByRole('tab', { name: 'Admin' }).click();
  await expect(page.getByRole('tab', { name: 'User Management' })).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/tab=admin/);
  for (const name of ['Email', 'Name', 'Status', 'Role', 'Signed Up', 'Actions'])
    await expect(columnOf(page, name)).toBeAttached();

  await expect(columnOf(page, 'Signed Up')).toHaveAttribute('aria-sort', 'descending');
  expect((await emails(page)).slice(0, 3)).toEqual([nameless.email, ada.email, bob.email]);
  const today = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' }).format(
    new Date(),
  );
  await expect(row(page, ada.email)).toContainText('Ada Lovelace');
  await expect(row(page, ada.email)).toContainText(today);
  await expect(row(page, ada.email)).toContainText('Active');
  await expect(row(page, ada.email).getByRole('cell', { name: 'User', exact: true })).toBeVisible();
  await expect(row(page, bob.email).getByRole('cell', { name: 'Bob', exact: true })).toBeVisible();
  await expect(row(page, nameless.email).getByRole('cell', { name: '-', exact: true })).toBeVisible();
  await expect(row(page, founder).getByText('Admin', { exact: true })).toBeVisible();
  for (const button of await row(page, founder).getByRole('button').all()) await expect(button).toBeDisabled();

  await sortBy(page, 'Signed Up');
  await expect(columnOf(page, 'Signed Up')).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(async () => (await emails(page))[0]).toBe(founder);
  await sortBy(page, 'Name');
  await expect(columnOf(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => emails(page)).toEqual([ada.email, bob.email, founder, nameless.email]);
  await sortBy(page, 'Name');
  await expect.poll(() => emails(page)).toEqual([founder, bob.email, ada.email, nameless.email]);
  await sortBy(page, 'Email');
  await expect.poll(() => emails(page)).toEqual([ada.email, bob.email, founder, nameless.email]);

  await page.getByLabel('Search by email or name').fill('LOVE ada');
  await expect.poll(() => emails(page)).toEqual([ada.email]);
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
  await page.getByLabel('Search by email or name').fill('nobody at all');
  await expect(page.getByText('No users found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByText('4 users')).toBeVisible();
});

test('accounts are locked, unlocked, promoted, demoted and deleted, each confirmed by a toast', async ({ page }) => {
  const eve = await personNamed(page, 'eve');
  await signInAs(page, server, founder);
  await page.goto(admin());
  const eves = row(page, eve.email);
  await eves.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(toast(page, 'Account locked')).toBeVisible();
  await expect(
    toast(page, `${eve.email} has been locked. Its sessions have ended and its API tokens are revoked.`),
  ).toBeVisible();
  await expect(eves.getByText('Locked', { exact: true })).toBeVisible();
  // The keyboard focus stays in place.
  await expect(eves.getByRole('button', { name: 'Unlock' })).toBeFocused();
  await sortBy(page, 'Status');
  await expect.poll(async () => (await emails(page)).at(-1)).toBe(eve.email);
  await sortBy(page, 'Status');
  await expect.poll(async () => (await emails(page))[0]).toBe(eve.email);
  await eves.getByRole('button', { name: 'Unlock' }).click();
  await expect(toast(page, 'Account unlocked')).toBeVisible();
  await expect(eves.getByText('Active')).toBeVisible();

  await page.getByRole('button', { name: `Make ${eve.email} an administrator` }).click();
  const roleDialog = page.getByRole('dialog');
  await roleDialog.getByLabel('Your Password').fill('not this one');
  await roleDialog.getByRole('button', { name: 'Make Administrator' }).click();
  await expect(roleDialog.getByRole('form').getByText('Password is incorrect')).toBeVisible();
  await roleDialog.getByLabel('Your Password').fill(password);
  await roleDialog.getByRole('button', { name: 'Make Administrator' }).click();
  await expect(toast(page, 'Role changed')).toBeVisible();
  await expect(eves.getByText('Admin', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Remove admin rights from ${eve.email}` }).click();
  await roleDialog.getByLabel('Your Password').fill(password);
  await roleDialog.getByRole('button', { name: 'Remove Administrator' }).click();
  await expect(toast(page, `${eve.email} is no longer an administrator.`)).toBeVisible();

  await page.getByRole('button', { name: `Delete ${eve.email}` }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete User' });
  await expect(dialog).toContainText(
    `Are you sure you want to delete ${eve.email}? This action cannot be undone and will permanently delete all data associated with this user including conversations, messages, and collections.`,
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: `Delete ${eve.email}` }).click();
  await dialog.getByRole('button', { name: 'Delete User' }).click();
  await expect(toast(page, 'User deleted')).toBeVisible();
  await expect(eves).toHaveCount(0);
});

test('an action that another administrator has already done shows the error of the server', async ({ page }) => {
  const [first, second] = [await personNamed(page, 'gone'), await personNamed(page, 'gone-too')];
  await signInAs(page, server, founder);
  await page.goto(admin());
  await expect(row(page, second.email)).toBeVisible();
  const deleteElsewhere = ({ id }: typeof first) =>
    page.context().request.delete(`${server.url}/api/admin/users/${id}`);
  await deleteElsewhere(first);
  await row(page, first.email).getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(toast(page, 'Failed to update account')).toBeVisible();
  await expect(toast(page, 'User not found')).toBeVisible();
  await expect(row(page, first.email)).toHaveCount(0);
  await deleteElsewhere(second);
  await page.getByRole('button', { name: `Delete ${second.email}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete User' }).click();
  await expect(toast(page, 'Failed to delete user')).toBeVisible();
  await expect(row(page, second.email)).toHaveCount(0);
});

test('the list of accounts shows its loading and error states', async ({ page }) => {
  await signInAs(page, server, founder);
  const users = '**/trpc/*admin.userPage*';
  await page.route(users, (route) => route.abort());
  const release = await hold(page, users);
  await page.goto(admin());
  await expect(page.getByText('Loading users...')).toBeVisible();
  release();
  await expect(page.getByText("Couldn't load the users")).toBeVisible();
  await page.unroute(users);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(row(page, founder)).toBeVisible();
});

test('the waitlist is loaded when opened, and can be edited and exported', async ({ page }) => {
  await signInAs(page, server, founder);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('waitlist') && asked.push(request.url()));
  await page.goto(admin());
  await expect(row(page, founder)).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole('tab', { name: 'Token Waitlist' }).click();
  await expect(page).toHaveURL(/section=waitlist/);
  await expect(page.getByText('No waitlist signups yet')).toBeVisible();
  await expect(page.getByText('Total signups: 0')).toBeVisible();

  const people = ['first', 'second'].map(newEmail);
  for (const email of people) {
    const response = await page.context().request.post(`${server.url}/api/waitlist/signup`, { data: { email } });
    expect(response.status()).toBe(201);
  }
  await page.reload();
  await expect(page.getByText('Total signups: 2')).toBeVisible();
  expect(await emails(page)).toEqual([...people].reverse());
  await expect(row(page, people[0] as string)).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4} at \d{1,2}:\d\d [AP]M/);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^waitlist-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines.map((line) => line.split(',')[0])).toEqual(['Email', ...people]);

  await page.getByRole('button', { name: `Remove ${people[0]} from the waitlist` }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Remove from Waitlist' });
  await expect(dialog).toContainText(
    `Are you sure you want to remove ${people[0]} from the token launch waitlist? This action cannot be undone.`,
  );
  await dialog.getByRole('button', { name: 'Remove Entry' }).click();
  await expect(toast(page, 'Waitlist entry deleted')).toBeVisible();
  await expect(page.getByText('Total signups: 1')).toBeVisible();

  const [{ id }] = (await (await page.context().request.get(`${server.url}/api/admin/waitlist`)).json()) as [
    { id: string },
  ];
  await page.context().request.delete(`${server.url}/api/admin/waitlist/${id}`);
  await page.getByRole('button', { name: `Remove ${people[1]} from the waitlist` }).click();
  await dialog.getByRole('button', { name: 'Remove Entry' }).click();
  await expect(toast(page, 'Failed to delete entry')).toBeVisible();
});

test('the audit log shows events with their details, filtered by user and kind', async ({ page }) => {
  const mallory = await personNamed(page, 'mallory');
  const wrong = { email: mallory.email, password: 'not the password' };
  expect((await page.context().request.post(`${server.url}/api/login`, { data: wrong })).status()).toBe(401);
  await signInAs(page, server, founder);
  await page.goto(admin());
  await row(page, mallory.email).getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(toast(page, 'Account locked')).toBeVisible();
  await page.getByRole('tab', { name: 'Audit Log' }).click();
  const events = page.getByRole('list', { name: 'Events, newest first' }).locator('summary');
  await page.getByLabel('Filter by email').fill(mallory.email);
  await expect(events).toHaveCount(3);
  await expect(events.nth(0)).toContainText(`${founder} locked ${mallory.email}`);
  await expect(events.nth(1)).toContainText(`Failed sign-in attempt for ${mallory.email}`);
  await expect(events.nth(2)).toContainText(`${mallory.email} created an account`);
  await events.nth(0).click();
  await expect(page.getByRole('definition').filter({ hasText: 'Account locked' })).toBeVisible();
  await expect(page.getByText(mallory.id)).toBeVisible();
  await expect(page.getByText(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/)).toBeVisible();
  await page.getByLabel('Event type').selectOption({ label: 'Failed sign-in' });
  await expect(events).toHaveCount(1);
  await page.getByLabel('Filter by email').fill('nobody at all');
  await expect(page.getByText('No events found')).toBeVisible();
});

test('the knowledge base shows its empty state', async ({ page }) => {
  await signInAs(page, server, founder);
  await page.goto(`${server.url}/knowledge`);
  await expect(page.getByRole('heading', { name: 'Knowledge Management', level: 1 })).toBeVisible();
  const content = page.getByRole('main');
  await expect(content.getByText('Admin Panel', { exact: true })).toBeVisible();
  await expect(content.getByRole('listitem').getByRole('heading')).toHaveText([
    'Upload Documents',
    'Create Article',
    'Browse Content',
  ]);
  await expect(content.getByText('PDFs, Word documents and other files')).toBeVisible();
  await expect(content.getByRole('term')).toHaveText(['Total Documents', 'Articles', 'Storage Used', 'Last Updated']);
  await expect(content.getByRole('definition')).toHaveText(['0', '0', '0 MB', 'Never']);
  await expect(page.getByRole('region', { name: 'Recent Activity' }).getByText('No activity yet')).toBeVisible();
});

test('members have no admin pages, and visitors are sent to sign-in', async ({ page, openPage }) => {
  await signUp(page, server);
  const asked: string[] = [];
  page.on('request', (request) => /admin\.|waitlist\.|audit\./.test(request.url()) && asked.push(request.url()));
  await page.goto(admin('audit'));
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: 'Admin' })).toHaveCount(0);
  expect(asked).toEqual([]);
  for (const path of ['users', 'waitlist', 'waitlist/export', 'audit']) {
    expect((await page.context().request.get(`${server.url}/api/admin/${path}`)).status()).toBe(403);
  }
  const visitor = await openPage();
  for (const path of ['/settings?tab=admin', '/admin-setup']) {
    await visitor.goto(server.url + path);
    await expect(visitor).toHaveURL(/\/auth/);
  }
});

test('a locked user is signed out on all pages, and cannot sign in', async ({ page, openPage }) => {
  const chat = await openPage();
  const sockets: Promise<unknown>[] = [];
  chat.on('websocket', (socket) => sockets.push(new Promise((resolve) => socket.once('close', resolve))));
  const { email } = await signUp(chat, server);
  await expect.poll(() => sockets.length).toBeGreaterThan(0);
  await chat.getByRole('textbox', { name: /Message/ }).fill('A draft that was never sent');

  await signInAs(page, server, founder);
  await page.goto(admin());
  const lock = row(page, email).getByRole('button', { name: 'Lock', exact: true });
  await expect(lock).toBeEnabled();
  await lock.click();
  await sockets[0];
  await expect(chat).toHaveURL(/\/auth/);
  expect((await chat.request.get(`${server.url}/api/user`)).status()).toBe(401);
  await chat.getByLabel('Email').fill(email);
  await chat.getByLabel('Password', { exact: true }).fill(password);
  await chat.getByRole('button', { name: 'Sign In' }).click();
  await expect(chat.getByText('Your account is locked. Please contact support.').first()).toBeVisible();

  await row(page, email).getByRole('button', { name: 'Unlock' }).click();
  await expect(toast(page, 'Account unlocked')).toBeVisible();
  await chat.getByRole('button', { name: 'Sign In' }).click();
  await expect(chat).toHaveURL(/\/qchat/);
});

test('only a few of 10,000 accounts are rendered, and scrolling loads the rest in order', async ({ page }) => {
  await withDatabase(server, async (database) => {
    await manyUsers(10_000)(database);
    await manySignups(1000)(database);
  });
  await signInAs(page, server, founder);
  await page.goto(admin());
  await expect(page.getByText(/10,0\d\d users/)).toBeVisible();
  await sortBy(page, 'Email');
  await expect(columnOf(page, 'Email')).toHaveAttribute('aria-sort', 'ascending');
  await page.getByLabel('Search by email or name').fill('person-00');
  await expect(page.getByText('999 users')).toBeVisible();
  const last = row(page, 'person-00999@example.com');
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(last).toBeVisible({ timeout: 50 });
  }).toPass({ timeout: 120_000, intervals: [30] });
  const drawn = await emails(page);
  expect(drawn.length).toBeLessThan(100);
  expect(drawn).toEqual([...drawn].sort());
  await page.goto(admin('waitlist'));
  await expect(page.getByText('Total signups: 1,000')).toBeVisible();
});
