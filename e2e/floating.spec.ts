/** Toasts, dialogs and tooltips. The stories control the page's clock, so they never wait. */
import type { Locator, Page } from '@playwright/test';
import { limits } from '~/shared/limits';
import { expect, hold, signUp, test } from './fixtures';

// Narrow enough that the bar has two adjacent buttons.
test.use({ viewport: { width: 900, height: 800 }, reducedMotion: 'no-preference' });

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' });
const tooltip = (page: Page) => page.getByRole('tooltip', { includeHidden: true });
const runFor = (page: Page, ms: number) => page.clock.runFor(ms);

/** Opens a page with React loaded and its clock stopped. */
async function openStopped(page: Page, url: string): Promise<void> {
  await page.clock.install({ time: '2026-01-01T10:00:00Z' });
  await page.goto(url);
  await page.getByRole('button', { name: /^Switch to/ }).hover();
  await expect(toasts(page)).toBeAttached();
  await page.mouse.move(5, 700);
  await page.clock.pauseAt('2026-01-01T11:00:00Z');
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not to be seen`);
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

test.describe('toasts', () => {
  let reason = '';

  test.beforeEach(async ({ guardedPage: page, server }) => {
    await page.route('**/api/waitlist/signup', (route) => route.fulfill({ status: 500, body: reason }));
    await openStopped(page, `${server.url}/investors`);
    await page.getByLabel('Email').fill('visitor@example.com');
  });

  async function raise(page: Page, message: string): Promise<Locator> {
    reason = message;
    await page.getByLabel('Email').press('Enter');
    const shown = toasts(page).getByRole('alert').filter({ hasText: message });
    await expect(shown).toBeVisible();
    return shown;
  }

  test('are shown one at a time, for five seconds each', async ({ guardedPage: page }) => {
    const first = await raise(page, 'The first');
    await runFor(page, 3000);
    const second = await raise(page, 'The second');
    await expect(first).toHaveCount(0);
    await expect(toasts(page).getByRole('alert')).toHaveCount(1);
    // The second toast has its own five seconds.
    await runFor(page, limits.toastMs - 1);
    await expect(second).toBeVisible();
    await runFor(page, 1);
    await expect(second).toHaveCount(0);
    expect(limits.toastMs).toBe(5000);
  });

  test('stay while the pointer or the focus is on them', async ({ guardedPage: page }) => {
    const shown = await raise(page, 'To be read at leisure');
    await runFor(page, 4000);
    await shown.hover();
    await runFor(page, 60_000);
    await expect(shown).toBeVisible();
    await page.mouse.move(5, 700);
    await runFor(page, 999);
    await expect(shown).toBeVisible();
    await page.keyboard.press('F8');
    await expect(toasts(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(shown.getByRole('button', { name: 'Dismiss' })).toBeFocused();
    await runFor(page, 60_000);
    await expect(shown).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(shown).toHaveCount(0);
  });

  test('are dismissed by a swipe of at least 50 pixels', async ({ guardedPage: page }) => {
    const shown = await raise(page, 'Not now');
    const push = async (pixels: number) => {
      const { x, y } = await middleOf(shown);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + pixels, y, { steps: 5 });
      await expect(shown).toHaveCSS('transform', `matrix(1, 0, 0, 1, ${pixels}, 0)`);
      await page.mouse.up();
    };
    await push(49);
    await expect(shown).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 0)');
    await push(50);
    await expect(shown).toHaveCount(0);
  });
});

test.describe('dialogs', () => {
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'New prompt' });
  const saving = '**/trpc/prompts.create*';

  async function fillPrompt(page: Page, server: { url: string }): Promise<Locator> {
    await signUp(page, server, '/settings?tab=prompts');
    await page.getByRole('button', { name: 'New prompt' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Title').fill('Compare companies');
    await dialog.getByLabel('Text').fill('Growth and margins.');
    return dialog;
  }

  test('contain toasts, which are dismissed without closing them', async ({ guardedPage: page, server }) => {
    await page.clock.install({ time: '2026-01-01T10:00:00Z' });
    await page.route(saving, (route) => route.abort());
    const dialog = await fillPrompt(page, server);
    await page.clock.pauseAt('2026-01-01T11:00:00Z');
    const shown = dialog.getByRole('region', { name: 'Notifications (F8)' }).getByRole('alert');
    const failToSave = async () => {
      await dialog.getByLabel('Title').press('Enter');
      await expect(async () => {
        await runFor(page, 10);
        await expect(shown).toBeVisible({ timeout: 200 });
      }).toPass();
      // The end of the request is rendered a moment after the toast.
      await runFor(page, 100);
      await expect(dialog.getByRole('button', { name: 'Save Prompt' })).toBeVisible();
    };
    await failToSave();
    await shown.getByRole('button', { name: 'Dismiss' }).click();
    await expect(shown).toHaveCount(0);
    await failToSave();
    await page.keyboard.press('F8');
    await page.keyboard.press('Escape');
    await expect(shown).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await expect(dialog.getByLabel('Text')).toHaveValue('Growth and margins.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(toasts(page)).toBeAttached();
  });

  test('stay open until a request ends, and keep a changed form', async ({ guardedPage: page, server }) => {
    const dialog = await fillPrompt(page, server);
    const text = await middleOf(dialog.getByLabel('Text'));
    await page.mouse.move(text.x, text.y);
    await page.mouse.down();
    await page.mouse.move(5, text.y, { steps: 5 });
    await page.mouse.up();
    await page.mouse.click(5, text.y);
    await expect(dialog).toBeVisible();

    const release = await hold(page, saving);
    await dialog.getByLabel('Title').press('Enter');
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible();
    // Chromium closes a dialog at the second Escape without a cancel event.
    for (const isFocused of [true, false]) {
      if (!isFocused) await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      for (let times = 0; times < 3; times++) await page.keyboard.press('Escape');
      await expect(dialog).toBeVisible();
      await expect(dialog.getByLabel('Text')).toHaveValue('Growth and margins.');
    }
    release();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Compare companies')).toBeVisible();
  });
});

test.describe('tooltips', () => {
  test.beforeEach(({ guardedPage: page, server }) => openStopped(page, `${server.url}/qreview`));

  test('open after 700 ms, or at once if another one is or was just open', async ({ guardedPage: page }) => {
    const theme = await middleOf(page.getByRole('button', { name: 'Switch to light theme' }));
    const menu = await middleOf(page.getByRole('button', { name: 'Menu' }));
    const layer = tooltip(page);

    await page.mouse.move(theme.x, theme.y);
    await runFor(page, limits.tooltipMs.open - 1);
    await expect(layer).toBeHidden();
    await runFor(page, 1);
    await expect(layer).toBeVisible();
    await expect(layer).toHaveText('Switch to light theme');

    await page.mouse.move(menu.x, menu.y);
    await runFor(page, 1);
    await expect(layer).toHaveText('Menu');
    await expect(layer).toBeVisible();

    // Leave, and return within 300 ms.
    await page.mouse.move(5, 700);
    await runFor(page, 100);
    await expect(layer).toBeHidden();
    await runFor(page, 200);
    await page.mouse.move(theme.x, theme.y);
    await runFor(page, 1);
    await expect(layer).toBeVisible();

    // Leave for longer: the delay starts again.
    await page.mouse.move(5, 700);
    await runFor(page, 100 + limits.tooltipMs.skip);
    await page.mouse.move(menu.x, menu.y);
    await runFor(page, limits.tooltipMs.open - 1);
    await expect(layer).toBeHidden();
    await runFor(page, 1);
    await expect(layer).toHaveText('Menu');
    await expect(layer).toBeVisible();
    expect(limits.tooltipMs).toMatchObject({ open: 700, skip: 300 });
  });

  test('stay under the pointer, and let a click pass to what they cover', async ({ guardedPage: page }) => {
    const layer = tooltip(page);
    const theme = await middleOf(page.getByRole('button', { name: 'Switch to light theme' }));
    await page.mouse.move(theme.x, theme.y);
    await runFor(page, limits.tooltipMs.open);
    await expect(layer).toBeVisible();
    const box = await layer.boundingBox();
    if (!box) throw new Error('the tooltip has no box');
    await page.evaluate(({ x, y, width, height }) => {
      const covered = document.createElement('button');
      covered.textContent = 'Covered';
      covered.onclick = () => covered.remove();
      const place = { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` };
      Object.assign(covered.style, { position: 'fixed', zIndex: '9999', ...place });
      document.body.append(covered);
    }, box);
    const inside = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(inside.x, inside.y);
    await runFor(page, 1000);
    await expect(layer).toBeVisible();
    await page.mouse.click(inside.x, inside.y);
    await expect(layer).toBeHidden();
    await expect(page.getByRole('button', { name: 'Covered' })).toHaveCount(0);

    // The pointer leaves the tooltip onto an element without one.
    await page.mouse.move(5, 700);
    await page.mouse.move(theme.x, theme.y);
    await runFor(page, limits.tooltipMs.open);
    await page.mouse.move(inside.x, inside.y);
    await runFor(page, 100);
    await expect(layer).toBeVisible();
    await page.mouse.move(inside.x, inside.y + 200);
    await runFor(page, 100);
    await expect(layer).toBeHidden();
  });

  test('open at once on keyboard focus, and close on Escape', async ({ guardedPage: page }) => {
    const layer = tooltip(page);
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).focus();
    await page.keyboard.press('Tab');
    await runFor(page, 1);
    await expect(layer).toBeVisible();
    await expect(layer).toHaveText('Switch to light theme');
    await page.keyboard.press('Escape');
    await expect(layer).toBeHidden();

    // A dialog that is closed by mouse returns the focus, which the browser may make visible.
    await page.mouse.click(5, 700);
    const button = page.getByRole('banner').getByRole('button', { name: 'Switch to light theme' });
    // A cast, because TypeScript's types lack this option.
    await button.evaluate((element) => element.focus({ focusVisible: true } as FocusOptions));
    expect(await button.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
    await runFor(page, 100);
    await expect(layer).toBeHidden();
  });
});
