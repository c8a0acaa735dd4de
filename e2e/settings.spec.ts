import { readFile } from 'node:fs/promises';
import { fromBufferPromise } from 'yauzl';
import { collectPageErrors, expect, hold, signUp, test } from './fixtures';
import { openSettings, secondBrowser } from './settings';

test.describe('a visitor', () => {
  test('is asked to sign in and then gets the requested tab', async ({ guardedPage: page, server }) => {
    const { email, password } = await signUp(page, server);
    await page.context().clearCookies();
    await page.goto(`${server.url}/settings?tab=password`);
    await expect(page).toHaveURL(/\/auth\?redirect=/);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(`${server.url}/settings?tab=password`);
    await expect(page.getByLabel('Current Password')).toBeVisible();
  });
});

test.describe('the profile', () => {
  test('can be changed and is kept, except for the email', async ({ guardedPage: page, server }) => {
    const { email } = await signUp(page, server);
    await page.getByRole('button', { name: /account/i }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page).toHaveURL(`${server.url}/settings`);
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(/^Settings/);
    await expect(page.getByRole('tab')).toHaveText(['Profile', 'Password', 'Prompts', 'Usage']);
    await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByLabel('Email Address')).toHaveValue(email);
    await expect(page.getByLabel('Email Address')).not.toBeEditable();
    await expect(page.getByText('Email cannot be changed')).toBeVisible();

    await page.getByLabel('First Name').fill('Ada');
    await page.getByLabel('Last Name').fill('Lovelace');
    const release = await hold(page, '**/trpc/auth.updateProfile**');
    await page.getByRole('button', { name: 'Save Profile' }).click();
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
    release();
    await expect(page.getByText('Profile updated')).toBeVisible();
    await expect(page.getByText('Your profile information has been successfully updated.')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('First Name')).toHaveValue('Ada');
    await expect(page.getByLabel('Last Name')).toHaveValue('Lovelace');
  });

  test('is shown to members who open the URL of the admin tab', async ({ guardedPage: page, server }) => {
    await openSettings(page, server, 'admin');
    await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tab', { name: 'Admin' })).toHaveCount(0);
  });
});

test.describe('the password', () => {
  test('is changed, and all other browsers are signed out', async ({ guardedPage: page, server, openPage }) => {
    const { email, password } = await openSettings(page, server, 'password');
    const other = await secondBrowser(openPage, server, { email, password });
    const chat = await page.context().newPage();
    const opened: string[] = [];
    chat.on('websocket', (socket) => opened.push(socket.url()));
    await chat.goto(`${server.url}/qchat`);
    await expect.poll(() => opened.length).toBe(1);
    await expect(page).toHaveURL(/tab=password/);
    await expect(page.getByLabel('New Password')).toHaveAttribute('placeholder', /6/);

    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(page.getByText('Current password is required')).toBeVisible();
    await expect(page.getByText('New password must be at least 6 characters')).toBeVisible();
    await page.getByLabel('Current Password').fill('not this one');
    await page.getByLabel('New Password').fill('battery staple');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(page.getByText('Password update failed')).toBeVisible();
    await expect(page.getByText('Current password is incorrect')).toBeVisible();
    await expect(page.getByLabel('New Password')).toHaveValue('battery staple');

    await expect(page.getByLabel('Also revoke my API tokens')).toBeChecked();
    await page.getByLabel('Current Password').fill(password);
    const release = await hold(page, '**/trpc/auth.changePassword**');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
    release();
    await expect(page.getByText('Password updated')).toBeVisible();
    await expect(page.getByText('Your password has been successfully changed.')).toBeVisible();
    await expect(page.getByLabel('Current Password')).toHaveValue('');
    await expect(page.getByLabel('New Password')).toHaveValue('');
    await expect(other).toHaveURL(/\/auth/);
    // This browser has a new session; its other tab reconnects without leaving the page.
    await expect.poll(() => opened.length).toBeGreaterThan(1);
    await expect(chat).toHaveURL(/\/qchat/);
    await chat.reload();
    await expect(chat.getByPlaceholder('Message qChat...')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Current Password')).toBeVisible();
  });
});

test.describe('sessions', () => {
  test('are listed with device names, and ended one by one or all at once', async ({
    guardedPage: page,
    server,
    openPage,
  }) => {
    const who = await openSettings(page, server);
    const [second, third, fourth] = [
      await secondBrowser(openPage, server, who),
      await secondBrowser(openPage, server, who),
      await secondBrowser(openPage, server, who),
    ];
    await page.getByRole('tab', { name: 'Password' }).click();
    const rows = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
    await expect(rows).toHaveCount(4);
    await expect(rows.first()).toContainText(/Chrome on \w+/);
    await expect(rows.first()).toContainText('This device');
    await expect(rows.nth(1)).toContainText(/Signed in .* Last active/);
    await rows
      .nth(1)
      .getByRole('button', { name: /^Sign out / })
      .click();
    await expect(page.getByText('Session ended')).toBeVisible();
    await expect(rows).toHaveCount(3);
    const isOut = (one: typeof page) => /\/auth/.test(one.url());
    await expect.poll(() => [second, third, fourth].filter(isOut).length).toBe(1);
    await page.getByRole('button', { name: 'Sign Out All Other Devices' }).click();
    await expect(page.getByRole('alertdialog')).toContainText("You'll stay signed in on this device only.");
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out All Other Devices' }).click();
    await expect(page.getByText('2 sessions ended')).toBeVisible();
    await expect(rows).toHaveCount(1);
    await expect.poll(() => [second, third, fourth].filter(isOut).length).toBe(3);
  });
});

test('an API token is shown once, works, shows its last use, and is rejected when revoked', async ({
  guardedPage: page,
  server,
  playwright,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { password } = await openSettings(page, server, 'password');
  const tokens = page.getByRole('region', { name: 'API tokens' });
  await expect(tokens.getByText('You have no tokens.')).toBeVisible();
  await tokens.getByRole('button', { name: 'Create Token' }).click();
  await expect(tokens.getByText('Name is required')).toBeVisible();
  await expect(tokens.getByText('Password is required')).toBeVisible();
  await tokens.getByLabel('Name', { exact: true }).fill('Weekly report');
  await expect(tokens.getByLabel('Access')).toHaveValue('read');
  await expect(tokens.getByLabel('Expires')).toHaveValue('90');
  await tokens.getByLabel('Expires').selectOption('Never');
  await expect(tokens.getByText('If it leaks, it works until you revoke it.')).toBeVisible();
  await tokens.getByLabel('Expires').selectOption('In 30 days');
  await tokens.getByLabel('Your Password').fill('not this one');
  await tokens.getByRole('button', { name: 'Create Token' }).click();
  await expect(tokens.getByText('Password is incorrect')).toBeVisible();
  await tokens.getByLabel('Your Password').fill(password);
  await tokens.getByRole('button', { name: 'Create Token' }).click();
  await expect(tokens.getByText("Copy your new token now. You won't see it again.")).toBeVisible();
  await tokens.getByRole('button', { name: 'Copy the token' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^qi_[\w-]{43}$/);
  const token = await copied();
  const row = tokens.getByRole('listitem').filter({ hasText: 'Weekly report' });
  await expect(row).toContainText(/Read only · Created .* never used · expires/);

  const program = await playwright.request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${token}` } });
  expect((await program.get(`${server.url}/api/user`)).status()).toBe(200);
  expect((await program.post(`${server.url}/api/conversations`, { data: { title: 'x' } })).status()).toBe(403);
  await page.reload();
  await expect(row).toContainText('last used');
  await expect(page.getByText(token)).toHaveCount(0);
  await row.getByRole('button', { name: 'Revoke Weekly report' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Apps using "Weekly report" lose access');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Token revoked')).toBeVisible();
  expect((await program.get(`${server.url}/api/user`)).status()).toBe(401);
  await program.dispose();
});

test('custom instructions are counted, saved, and not lost on leaving', async ({ guardedPage: page, server }) => {
  await openSettings(page, server);
  const box = page.getByRole('textbox', { name: 'Instructions' });
  await expect(page.getByText('No AI model is connected.')).toBeVisible();
  await box.fill('x'.repeat(2001));
  await expect(page.getByText('2,001/2,000')).toBeVisible();
  await expect(page.getByText('Instructions must be 2,000 characters or fewer')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Instructions' })).toBeDisabled();
  await box.fill('Answer in euros.');
  await page.getByRole('tab', { name: 'Password' }).click();
  await page.getByRole('tab', { name: 'Profile' }).click();
  await expect(box).toHaveValue('Answer in euros.');
  await page.getByRole('button', { name: 'Save Instructions' }).click();
  await expect(page.getByText('Instructions saved')).toBeVisible();
  await page.reload();
  await expect(box).toHaveValue('Answer in euros.');
});

test('the theme is chosen, kept, and follows the device if selected', async ({ guardedPage: page, server }) => {
  await openSettings(page, server);
  const html = page.locator('html');
  await page.getByText('Light', { exact: true }).click();
  await expect(html).toHaveClass(/light/);
  await page.reload();
  await expect(html).toHaveClass(/light/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByText('System', { exact: true }).click();
  await expect(html).toHaveClass(/dark/);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html).toHaveClass(/light/);
  await page.reload();
  await expect(html).toHaveClass(/light/);
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
});

test('data is exported as a ZIP, and too many exports are rejected with a reason', async ({
  guardedPage: page,
  server,
}) => {
  await openSettings(page, server);
  await page.request.post(`${server.url}/api/conversations`, { data: { title: 'What moves rates?' } });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export My Data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^qinsight-export-\d{4}-\d\d-\d\d\.zip$/);
  await expect(page.getByText('Your data has been exported')).toBeVisible();
  const zip = await fromBufferPromise(await readFile(await file.path()), { lazyEntries: true });
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) names.push(entry.fileName);
  expect(names).toContain('profile.json');
  expect(names.filter((name) => /^conversations\/.*What moves rates.*\.(md|json)$/.test(name))).toHaveLength(2);
  for (let n = 0; n < 4; n++) await page.request.post(`${server.url}/api/user/export`);
  await page.getByRole('button', { name: 'Export My Data' }).click();
  await expect(page.getByText('Failed to export your data')).toBeVisible();
  await expect(page.getByText('Too many data exports. Try again in an hour.')).toBeVisible();
});

test('only the user can delete their account, and then it is gone', async ({ guardedPage: page, server, openPage }) => {
  const { email, password } = await openSettings(page, server);
  const other = await secondBrowser(openPage, server, { email, password });
  await page.getByRole('button', { name: 'Delete My Account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(`Type ${email} to confirm`).fill('somebody@example.com');
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(dialog.getByText("This isn't your account's email")).toBeVisible();
  await expect(dialog.getByText('Password is required')).toBeVisible();
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill('not this one');
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(page.getByText('Failed to delete your account')).toBeVisible();
  await expect(page.getByText('Password is incorrect')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(other).toHaveURL(/\/auth/);
  await page.goto(`${server.url}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid email or password')).toBeVisible();
});

test('an open page notices that its session has ended, and returns to its tab after sign-in', async ({
  page,
  server,
  openPage,
}) => {
  const pageErrors = collectPageErrors(page, server);
  const who = await openSettings(page, server, 'password');
  await page.getByLabel('Current Password').fill(who.password);
  await page.getByLabel('New Password').fill('battery staple');
  // Requests after the end of the session would fail, so wait until the page has loaded.
  await expect(page.getByText('This device')).toBeVisible();
  const other = await secondBrowser(openPage, server, who);
  // The session ends while the request is pending. Otherwise the page would be notified first, and would leave
  // before the form is sent.
  await page.route('**/trpc/auth.changePassword*', async (route) => {
    await other.request.delete(`${server.url}/api/user/sessions`);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page).toHaveURL(/\/auth\?redirect=.*tab/);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/settings\?tab=password/);
  expect(pageErrors).toEqual([]);
});
