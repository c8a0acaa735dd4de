import { startOpenIdProvider, type TestProvider, testClient } from '~/server/testing/fakes/openid-provider';
import { expectAccessible } from './accessibility';
import { expect, freePort, type RunningServer, signUp, startServer, test } from './fixtures';

const ada = { sub: 'ada', email: 'ada@example.com', email_verified: true, given_name: 'Ada', family_name: 'Lovelace' };
let provider: TestProvider;
let installation: RunningServer & { dispose(): Promise<void> };
test.beforeAll(async () => {
  const port = await freePort();
  installation = await startServer((url) => ({
    PUBLIC_URL: url,
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: testClient.id,
    OIDC_CLIENT_SECRET: testClient.secret,
    OIDC_NAME: 'Acme',
  }));
  provider = await startOpenIdProvider({ port, redirectUri: `${installation.url}/auth/oidc/sso/callback`, user: ada });
});
test.afterAll(async () => {
  await installation.dispose();
  await provider.close();
});

test('a new user signs in with the provider of the company, and confirms with it', async ({ page }) => {
  provider.user = ada;
  await page.goto(`${installation.url}/settings?tab=password`);
  await expect(page).toHaveURL(/\/auth\?redirect=/);
  const button = page.getByRole('link', { name: 'Continue with Acme' });
  await expect(button).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeVisible();
  await expectAccessible(page, 'sign in with a provider');
  await button.click();

  await expect(page).toHaveURL(/\/settings\?tab=password/);
  await expect(page.getByText('You sign in with a provider, without a password.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign-in providers' })).toBeVisible();
  await expect(page.getByText('ada@example.com · Connected')).toBeVisible();
  // The only sign-in method can't be removed.
  await expect(page.getByRole('button', { name: 'Remove Acme' })).toHaveCount(0);
  await expectAccessible(page, 'a connected provider');
  await page.getByRole('link', { name: 'Confirm with Acme' }).click();
  await expect(page.getByText('Confirmed. You can continue for 10 minutes.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Report');
  await page.getByRole('button', { name: 'Create Token' }).click();
  await expect(page.getByText("Copy your new token now. You won't see it again.")).toBeVisible();
});

test('a member connects the provider, signs in with it and removes it', async ({ page }) => {
  const { email, password } = await signUp(page, installation);
  provider.user = { ...ada, sub: email, email };
  await page.goto(`${installation.url}/settings?tab=password`);
  await page.getByRole('button', { name: 'Connect Acme' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Acme?' });
  await dialog.getByLabel('Your Password').fill('wrong horse');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(dialog.getByRole('form').getByText('Password is incorrect')).toBeVisible();
  await dialog.getByLabel('Your Password').fill(password);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByText(`${email} · Connected`)).toBeVisible();

  await page.getByRole('button', { name: /account|user menu/i }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(`${installation.url}/`);
  await page.goto(`${installation.url}/auth`);
  await page.getByRole('link', { name: 'Continue with Acme' }).click();
  await expect(page).toHaveURL(/\/qchat/);
  await page.goto(`${installation.url}/settings?tab=password`);
  await page.getByRole('button', { name: 'Remove Acme' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove Acme?' });
  await removal.getByLabel('Your Password').fill(password);
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Not connected')).toBeVisible();
});

test('an existing account with the same email is not opened, and the page explains why', async ({ page }) => {
  const { email } = await signUp(page, installation);
  await page.context().clearCookies();
  provider.user = { ...ada, sub: `stranger ${email}`, email };
  await page.goto(`${installation.url}/auth`);
  await page.getByRole('link', { name: 'Continue with Acme' }).click();
  await expect(page.getByRole('alert')).toContainText('An account with your email address already exists.');
  await expectAccessible(page, 'an account with the same address');
});
