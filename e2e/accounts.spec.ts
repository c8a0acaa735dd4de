import { expect, hold, signUp, test } from './fixtures';

test('a new user signs up, signs out and signs in again', async ({ guardedPage: page, server }) => {
  await page.goto(`${server.url}/auth`);
  await expect(page.getByText('Get started with qChat AI and Live Search')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', /username|email/);
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('autocomplete', 'current-password');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  for (const label of ['First Name', 'Last Name', 'Email']) await expect(page.getByLabel(label)).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('autocomplete', 'new-password');

  const [email, password] = ['newcomer@example.com', 'correct horse'];
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/qchat/);
  await page.goto(`${server.url}/auth`);
  await expect(page).toHaveURL(/\/qchat/);
  await page.getByRole('button', { name: /account|user menu/i }).click();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await page.goto(`${server.url}/qchat`);
  await expect(page).toHaveURL(/\/auth/);

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Login failed')).toBeVisible();
  await expect(page.getByText('Invalid email or password').first()).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/qchat/);
});

test('forms show errors at the fields, and server errors in a toast', async ({ guardedPage: page, server }) => {
  const { email } = await signUp(page, server, '/auth');
  await page.context().clearCookies();
  await page.goto(`${server.url}/auth`);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email').fill(email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('123456');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(
    page.getByRole('form', { name: 'Sign up' }).getByText('This is a commonly used password.'),
  ).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('battery staple');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Registration failed')).toBeVisible();
  await expect(page.getByText('An account with this email already exists').first()).toBeVisible();
});

test('a failed sign-out shows an error wherever it was started, and the user stays signed in', async ({
  guardedPage: page,
  server,
}) => {
  await signUp(page, server);
  const unreachable = "Can't reach the server. Try again in a moment.";
  await page.route(/auth\.logout|\/api\/logout/, (route) => route.abort());
  for (const path of ['/qchat', '/settings', '/qreview']) {
    await page.goto(server.url + path);
    await page.getByRole('button', { name: 'Settings and account' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(page.getByText('Logout failed')).toBeVisible();
    await expect(page.getByText(unreachable)).toBeVisible();
    await expect(page).toHaveURL(server.url + path);
  }
  expect((await page.context().request.get(`${server.url}/api/user`)).status()).toBe(200);
});

test('a tab shows the account that another tab has signed in to', async ({ guardedPage: page, server }) => {
  const second = await page.context().newPage();
  await second.goto(`${server.url}/auth`);
  await second.getByRole('tab', { name: 'Sign Up' }).click();
  // The tabs share cookies: once this tab has the focus, it could find Ada's session and leave the form.
  const release = await hold(second, '**/trpc/auth.user**');
  const ada = await signUp(page, server, '/settings');
  const shown = page.getByLabel('Email Address');
  await expect(shown).toHaveValue(ada.email);

  const email = `bob-${Date.now()}@example.com`;
  await second.getByLabel('Email').fill(email);
  await second.getByLabel('Password', { exact: true }).fill('correct horse');
  await second.getByRole('button', { name: 'Create Account' }).click();
  release();
  await expect(second).toHaveURL(/\/qchat/);
  await expect(shown).toHaveValue(email);
  await expect(page).toHaveURL(/\/settings/);
});

test('buttons show progress while a request is pending', async ({ guardedPage: page, server }) => {
  const release = await hold(page, '**/trpc/auth.login**');
  await page.goto(`${server.url}/auth`);
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('whatever');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
});

test('admin pages are closed to members, and unknown pages show an error', async ({ guardedPage: page, server }) => {
  await signUp(page, server, '/knowledge');
  await expect(page.getByText('Access Denied')).toBeVisible();
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  const missing = await page.goto(`${server.url}/no/such/page`);
  expect(missing?.status()).toBe(404);
  await expect(page.getByText('Page Not Found')).toBeVisible();
});

test('the home page leads signed-in users to the chat and visitors to sign-up', async ({
  guardedPage: page,
  server,
}) => {
  await page.goto(server.url);
  await expect(page.locator('html')).toHaveClass(/dark/);
  const lead = page.getByRole('main').getByRole('button', { name: 'Get Started' });
  await lead.click();
  await expect(page).toHaveURL(/\/auth/);
  await signUp(page, server, '/');
  await page.getByRole('main').getByRole('button').first().click();
  await expect(page).toHaveURL(/\/qchat/);
});
