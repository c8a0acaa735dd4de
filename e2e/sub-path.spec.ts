import { answer, ask, composer, waitForAnswer } from './chat';
import { attachByDialog, card, chart, report, send } from './files';
import { collectPageErrors, expect, startServer, test } from './fixtures';

const path = '/insight';
const password = 'a long enough password';

test('an installation below a path works from sign-up to sign-out', async ({ browser }) => {
  const server = await startServer((url) => ({ PUBLIC_URL: url + path }));
  const home = server.url + path;
  const context = await browser.newContext();
  const page = await context.newPage();
  const pageErrors = collectPageErrors(page, server);
  const outside: string[] = [];
  const note = (address: string) => {
    const { protocol, pathname } = new URL(address);
    if (/^(http|ws)/.test(protocol) && pathname !== path && !pathname.startsWith(`${path}/`)) outside.push(pathname);
  };
  page.on('request', (request) => note(request.url()));
  page.on('websocket', (socket) => note(socket.url()));

  // A link to a page of the application goes through sign-in and returns.
  await page.goto(`${home}/settings?tab=password`);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(`${home}/settings?tab=password`);
  expect((await context.cookies()).map((cookie) => cookie.path)).toEqual([path, path]);

  await page.goto(home);
  await page.getByRole('link', { name: 'qChat' }).first().click();
  await expect(page).toHaveURL(`${home}/qchat`);
  await attachByDialog(page, [report, await chart()]);
  await send(page, 'What does the board expect of margins?');
  await waitForAnswer(page);
  await expect(page).toHaveURL(new RegExp(`^${home}/qchat\\?c=`));
  await page.reload();
  await expect(answer(page)).toContainText('No AI model is connected');
  const image = card(page, 'chart.png').getByRole('img').first();
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await ask(page, 'And what else?');
  await waitForAnswer(page);

  await page.getByRole('button', { name: 'Share and export' }).click();
  await page.getByRole('menuitem', { name: 'Share...' }).click();
  await page.getByLabel('Who can open the link').selectOption('everybody');
  await page.getByRole('button', { name: 'Create Link' }).click();
  const url = await page.getByLabel('Link', { exact: true }).inputValue();
  expect(url.startsWith(`${home}/s/`)).toBe(true);
  const visitor = await (await browser.newContext()).newPage();
  visitor.on('request', (request) => note(request.url()));
  await visitor.goto(url);
  await visitor.getByRole('button', { name: 'Continue in my qChat' }).click();
  await visitor.getByLabel('Email').fill('ada@example.com');
  await visitor.getByLabel('Password', { exact: true }).fill(password);
  await visitor.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(visitor).toHaveURL(url);
  await visitor.getByRole('button', { name: 'Continue in my qChat' }).click();
  await expect(composer(visitor)).toBeVisible();
  await expect(visitor).toHaveURL(new RegExp(`^${home}/qchat\\?c=`));
  await visitor.context().close();

  await page.goto(`${home}/terms`);
  await page.getByRole('button', { name: 'Settings and account' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(`${home}/`);
  await page.goto(`${home}/qchat`);
  await expect(page).toHaveURL(`${home}/auth?redirect=%2Fqchat`);
  expect(outside).toEqual([]);
  expect(pageErrors).toEqual([]);
  await context.close();
  await server.dispose();
});
