/** The application shell: the navigation rail of wide windows, the bar of phones, and the visitors' menu. */
import { ask, composer, waitForAnswer } from './chat';
import { expect, signUp, test } from './fixtures';

const rail = 'navigation';
const name = { name: 'Main' };

test('the rail links to every section, marks the page and works by keyboard', async ({ guardedPage: page, server }) => {
  const { email } = await signUp(page, server);
  const links = page.getByRole(rail, name).getByRole('link');
  await expect(links).toHaveCount(6);
  // The chat takes the focus once it has loaded.
  await expect(composer(page)).toBeFocused();
  for (const [section, path, title] of [
    ['qInvest', '/qinvest', 'qInvest'],
    ['Knowledge', '/collections', 'Collections'],
    ['Track record', '/track-record', 'Track record'],
    ['Settings', '/settings', 'Settings'],
    ['Chat', '/qchat', 'qChat'],
  ] as const) {
    const link = page.getByRole(rail, name).getByRole('link', { name: section });
    await link.press('Enter');
    await expect(page).toHaveURL(server.url + path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole(rail, name).locator('[aria-current]')).toHaveCount(1);
    if (section !== 'Chat') await expect(link).toBeFocused();
  }
  await page.goto(`${server.url}/qinvest/back-test`);
  await expect(page.getByRole('link', { name: 'qInvest', exact: true })).toHaveAttribute('aria-current', 'page');

  // The tooltip is beside the rail, so that it covers no other link.
  await page.getByRole(rail, name).getByRole('link', { name: 'Knowledge' }).focus();
  await page.keyboard.press('Shift+Tab');
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toHaveText('qInvest');
  expect((await tooltip.boundingBox())?.x).toBeGreaterThan(48);

  await page.getByRole('button', { name: 'Settings and account' }).click();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});

test('visitors see the menu of the public pages', async ({ guardedPage: page, server }) => {
  await page.goto(`${server.url}/track-record`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'qReview' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Knowledge' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the bar is below the page and covers nothing', async ({ guardedPage: page, server }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await signUp(page, server);
    const bar = page.getByRole(rail, name);
    await ask(page, 'What can you do?');
    await waitForAnswer(page);
    const top = async () => (await bar.boundingBox())?.y ?? 0;
    const hints = page.getByText('0/2000');
    // The composer moves down after the first message.
    await expect(async () => {
      const box = await hints.boundingBox();
      expect(box && box.y + box.height).toBeLessThanOrEqual(await top());
    }).toPass();
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);

    await bar.getByRole('link', { name: 'Settings' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    expect(await top()).toBeCloseTo(844 - 56, 0);
    // The last control of the page can be scrolled above the bar.
    const last = page.getByRole('main').getByRole('button').last();
    // Sections that are still loading get taller and get more buttons.
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const end = await last.boundingBox();
      expect(end && end.y + end.height).toBeLessThanOrEqual(await top());
    }).toPass();
  });

  test('the bar is hidden if the keyboard leaves little space', async ({ guardedPage: page, server }) => {
    await signUp(page, server);
    const bar = page.getByRole(rail, name);
    await expect(bar).toBeVisible();
    await page.setViewportSize({ width: 390, height: 480 });
    await expect(bar).toBeHidden();
    await expect(composer(page)).toBeInViewport();
    await page.goto(`${server.url}/settings`);
    await expect(bar).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await expect.poll(async () => (await bar.boundingBox())?.y).toBeGreaterThan(480);
  });
});
