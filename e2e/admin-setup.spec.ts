import { founder, registerIn, signInAs, startServerWithAdmin, setupToken as token } from './admin';
import { collectPageErrors, expect, hold, type RunningServer, signUp, test } from './fixtures';

let server: RunningServer & { dispose(): Promise<void> };
test.beforeAll(async ({ browser }) => {
  server = await startServerWithAdmin(browser, { isSetUp: false });
});
test.afterAll(() => server.dispose());

test('members cannot set up, and see which account they are signed in to', async ({ page }) => {
  const pageErrors = collectPageErrors(page, server);
  const { email } = await signUp(page, server, '/admin-setup');
  await expect(page.getByRole('heading', { name: 'Production Setup' })).toBeVisible();
  await expect(page.getByText('Access Denied')).toBeVisible();
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  await expect(page.getByLabel('Setup Token')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Go to qInvest' })).toHaveAttribute('href', '/qinvest');
  expect(pageErrors).toEqual([]);
});

test('another spelling of the email of the founder is another account', async ({ browser }) => {
  for (const email of ['founder+x@example.com', 'f.ounder@example.com', 'founder@example.co']) {
    const context = await browser.newContext();
    await registerIn(context, server, email);
    const response = await context.request.post(`${server.url}/api/admin/setup-production`, { data: { token } });
    expect(response.status()).toBe(403);
    await context.close();
  }
});

test('the founder sets up: rejected without the token, accepted with it, and led to the portfolio', async ({
  page,
}) => {
  const pageErrors = collectPageErrors(page, server);
  await signInAs(page, server, founder);
  await page.goto(`${server.url}/admin-setup`);
  await expect(page.getByText('Initialize your production database after deployment')).toBeVisible();
  for (const step of ['administrator', 'seeds initial', 'One-time'])
    await expect(page.getByRole('listitem').filter({ hasText: step })).toBeVisible();
  const seed = page.getByLabel('Seed default investment positions (TSLA, GOOGL, BABA, etc.)');
  await expect(seed).toBeChecked();
  await expect(page.getByRole('link', { name: 'Go to qInvest' })).toBeVisible();

  const run = page.getByRole('button', { name: 'Initialize Production Environment' });
  await run.click();
  await expect(page.getByText('Setup token is required')).toBeVisible();
  await page.getByLabel('Setup Token').fill('open says me');
  await run.click();
  await expect(page.getByText('Setup Failed')).toBeVisible();
  await expect(page.getByLabel('Setup Token')).toHaveValue('open says me');

  await page.route('**/trpc/setup.run*', (route) => route.abort());
  await run.click();
  await expect(page.getByText('Failed to setup production environment')).toBeVisible();
  await page.unrouteAll();

  const release = await hold(page, '**/trpc/setup.run*');
  await page.getByLabel('Setup Token').fill(token);
  await run.click();
  await expect(page.getByRole('button', { name: 'Setting up...' })).toBeVisible();
  release();
  await expect(page.getByText('Setup Complete!')).toBeVisible();
  await expect(page.getByText('Admin status')).toBeVisible();
  await expect(page.getByText('Default positions: Created')).toBeVisible();
  await expect(page.getByText('Success!')).toBeVisible();
  await expect(page.getByText('Production environment has been set up successfully')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to qInvest' })).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/qinvest`);
  await expect(page.getByText('Tesla', { exact: true }).first()).toBeVisible();

  // A second setup adds no sample positions and reports none.
  await page.goto(`${server.url}/admin-setup`);
  await page.getByLabel('Setup Token').fill(token);
  await run.click();
  await expect(page.getByText('Setup Complete!')).toBeVisible();
  await expect(page.getByText('Default positions')).toHaveCount(0);
  await page.goto(`${server.url}/settings?tab=admin`);
  await expect(page.getByRole('tab', { name: 'User Management' })).toBeVisible();
  expect(pageErrors).toEqual([]);
});
