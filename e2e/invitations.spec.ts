import { expectAccessible } from './accessibility';
import { founder, newEmail, password, signInAs, startServerWithAdmin } from './admin';
import { expect, type RunningServer, test } from './fixtures';

let server: RunningServer & { dispose(): Promise<void> };
test.beforeAll(async ({ browser }) => {
  server = await startServerWithAdmin(browser);
});
test.afterAll(() => server.dispose());

test('an administrator invites a user, who creates an account with the link', async ({ page, openPage }) => {
  await signInAs(page, server, founder);
  await page.goto(`${server.url}/settings?tab=admin&section=invitations`);
  const email = newEmail('grace');
  await page.getByRole('button', { name: 'Invite User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a user' });
  await dialog.getByLabel('Email').fill(founder);
  await dialog.getByRole('button', { name: 'Create Invitation' }).click();
  await expect(dialog.getByRole('form').getByText('An account with this email already exists')).toBeVisible();
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Role').selectOption('Administrator');
  await dialog.getByRole('button', { name: 'Create Invitation' }).click();
  await expect(dialog.getByRole('form').getByText('Password is required')).toBeVisible();
  await dialog.getByLabel('Your Password').fill(password);
  await expectAccessible(page, 'inviting a user');
  await dialog.getByRole('button', { name: 'Create Invitation' }).click();
  await expect(dialog).toBeHidden();
  const link = (await page.getByLabel('Invitation link').textContent()) ?? '';
  expect(link).toMatch(/\/invitation#token=[\w-]{43}$/);
  await expect(page.getByRole('button', { name: `Revoke the invitation for ${email}` })).toBeVisible();
  await expectAccessible(page, 'an invitation link');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByLabel('Invitation link')).toHaveCount(0);

  const guest = await openPage();
  await guest.goto(link);
  await expect(guest.getByText(`For ${email}, as an administrator.`)).toBeVisible();
  await expectAccessible(guest, 'an invitation');
  await guest.getByLabel('First Name').fill('Grace');
  await guest.getByLabel('Password', { exact: true }).fill('battery staple');
  await guest.getByRole('button', { name: 'Create Account' }).click();
  await expect(guest).toHaveURL(/\/qchat/);
  await guest.goto('about:blank');
  await guest.goto(link);
  await expect(guest.getByText('This link has expired or was already used. Ask for a new one.')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Accepted').first()).toBeVisible();
});

test('an administrator revokes an invitation', async ({ page }) => {
  await signInAs(page, server, founder);
  const email = newEmail('linus');
  await page.request.post(`${server.url}/api/admin/invitations`, { data: { email } });
  await page.goto(`${server.url}/settings?tab=admin&section=invitations`);
  await page.getByRole('button', { name: `Revoke the invitation for ${email}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText(`The invitation for ${email} was revoked.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Invite ${email}` })).toBeVisible();
});
