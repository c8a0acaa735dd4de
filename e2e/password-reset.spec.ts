import { linkIn, type MailServer, startMailServer } from '~/server/testing/fakes/mail-server';
import { collectPageErrors, expect, type RunningServer, signUp, startServer, test } from './fixtures';
import { secondBrowser } from './settings';

let mailServer: MailServer;
let installation: RunningServer & { dispose(): Promise<void> };
test.beforeAll(async () => {
  mailServer = await startMailServer();
  installation = await startServer({ SMTP_URL: mailServer.url });
});
test.afterAll(async () => {
  await installation.dispose();
  await mailServer.close();
});

const sent = "has an account, we've sent it a password reset link. The link works once and expires in 30 minutes.";

test('a user who forgot the password signs in again through the link in an email', async ({ page, openPage }) => {
  const pageErrors = collectPageErrors(page, installation);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const { email, password } = await signUp(page, installation);
  const other = await secondBrowser(openPage, installation, { email, password });
  await page.context().clearCookies();

  await page.goto(`${installation.url}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  // The entered email is kept.
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText(`If ${email} ${sent}`)).toBeVisible();
  // Sign-up also sent an email, which confirms the address.
  const resets = () => mailServer.to(email).filter(({ headers }) => headers.subject?.startsWith('Reset your'));
  await expect.poll(() => resets().length).toBe(1);

  const [mail] = resets();
  const link = linkIn(mail as NonNullable<typeof mail>);
  expect(link).toContain(`${installation.url}/reset-password#token=`);
  const token = link.split('token=')[1] as string;
  await page.goto(link);
  await expect(page.getByText(`For ${email}. You will be signed out everywhere.`)).toBeVisible();
  await page.getByLabel('New Password', { exact: true }).fill('12345');
  await page.getByRole('button', { name: 'Set New Password' }).click();
  await expect(page.getByText('New password must be at least 6 characters')).toBeVisible();
  await page.getByLabel('New Password', { exact: true }).fill('battery staple');
  await page.getByRole('button', { name: 'Set New Password' }).click();
  await expect(page.getByText('Password updated')).toBeVisible();
  await expect(page).toHaveURL(`${installation.url}/auth`);
  await expect(other).toHaveURL(/\/auth/);

  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Login failed')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('battery staple');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/qchat/);

  await page.goto(link);
  await page.reload();
  await expect(page.getByText("This link doesn't work")).toBeVisible();
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
  await page.getByRole('link', { name: 'Send a New Link' }).click();
  await expect(page).toHaveURL(`${installation.url}/forgot-password`);
  // The token is neither in a requested URL nor in the server's log.
  expect(asked.filter((url) => url.includes(token) && !url.includes('#'))).toEqual([]);
  expect(installation.log()).not.toContain(token);
  expect(pageErrors).toEqual([]);
});

test('an unknown email gets the same response, and no email is sent', async ({ page }) => {
  await page.goto(`${installation.url}/forgot-password`);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email').fill('no address');
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('Invalid email format')).toBeVisible();
  // The request is done once the field has the focus again.
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText(`If nobody@example.com ${sent}`)).toBeVisible();
  await page.getByRole('button', { name: 'Use a Different Email' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(mailServer.to('nobody@example.com')).toEqual([]);
});

test('without a mail server, the link is in the log of the server', async ({ guardedPage: page, server }) => {
  const { email } = await signUp(page, server, '/forgot-password');
  await page.context().clearCookies();
  await page.goto(`${server.url}/forgot-password`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  const logged = () => new RegExp(`${server.url}/reset-password#token=[\\w-]{43}`).exec(server.log())?.[0];
  await expect.poll(logged).toBeDefined();
  await page.goto(logged() as string);
  await expect(page.getByText(`For ${email}.`)).toBeVisible();
});

test('a truncated link shows an error', async ({ page }) => {
  await page.goto(`${installation.url}/reset-password`);
  await expect(page.getByText('This link is incomplete.')).toBeVisible();
});
