import { expectAccessible } from './accessibility';
import { founder, password, signInAs, startServerWithAdmin } from './admin';
import { expect, type RunningServer, test } from './fixtures';

let installation: RunningServer & { dispose(): Promise<void> };
test.beforeAll(async ({ browser }) => {
  installation = await startServerWithAdmin(browser);
});
test.afterAll(() => installation.dispose());

test('the settings and the password reset pages are accessible', async ({ page }) => {
  await page.goto(`${installation.url}/forgot-password`);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await page.getByText('Email is required').waitFor();
  await expectAccessible(page, 'forgot');
  await page.getByLabel('Email').fill(`nobody@example.com`);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await page.getByText('Check your email').waitFor();
  await expectAccessible(page, 'link sent');
  await page.goto(`${installation.url}/reset-password#token=none`);
  await page.getByText("This link doesn't work").waitFor();
  await expectAccessible(page, 'link unusable');
  await page.goto(`${installation.url}/auth`);
  const links = () => [...installation.log().matchAll(/http[^\s"\\]+#token=[\w-]{43}/g)].map(([link]) => link);
  const before = links().length;
  await page.request.post(`${installation.url}/api/password-reset/request`, { data: { email: founder } });
  await expect.poll(() => links().length).toBeGreaterThan(before);
  await page.goto(links().at(-1) as string);
  await page.getByRole('button', { name: 'Set New Password' }).waitFor();
  await expectAccessible(page, 'reset');

  await signInAs(page, installation, founder);
  await page.goto(`${installation.url}/settings`);
  await page.getByRole('textbox', { name: 'Instructions' }).fill('x'.repeat(2001));
  await expectAccessible(page, 'profile', { largeText: true });
  await page.getByRole('button', { name: 'Delete My Account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await dialog.getByText('Password is required').waitFor();
  await expectAccessible(page, 'delete');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('textbox', { name: 'Instructions' }).fill('');
  await page.getByRole('tab', { name: 'Password' }).click();
  await page.getByText('This device').waitFor();
  const tokens = page.getByRole('region', { name: 'API tokens' });
  await tokens.getByLabel('Name', { exact: true }).fill('Report');
  await tokens.getByLabel('Your Password').fill(password);
  await tokens.getByLabel('Expires').selectOption('Never');
  await tokens.getByRole('button', { name: 'Create Token' }).click();
  await page.getByText('Copy your new token now').waitFor();
  await page.getByRole('button', { name: 'Update Password' }).click();
  await page.getByText('Current password is required').waitFor();
  await expectAccessible(page, 'password', { largeText: true });
  await page.getByRole('tab', { name: 'Admin' }).click();
  await expect(page).toHaveURL(/tab=admin/);
  await page.getByRole('tab', { name: 'User Management' }).waitFor();
  await expectAccessible(page, 'admin', { largeText: true });
});
