/** User journeys with the keyboard only; no story here uses the mouse. */
import type { Locator, Page } from '@playwright/test';
import { answer, composer, waitForAnswer } from './chat';
import { expect, startServer, test } from './fixtures';

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) {
      await expectVisibleFocus(page);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`No number of presses on ${key} leads to ${target}`);
}

/** The focus must be visible, by a ring or by the border of the focused field. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const isSeen = await page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return false;
    if (focused.matches('textarea, [role=combobox]')) return true;
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  });
  expect(isSeen, 'the focus can be seen').toBe(true);
}

test('sign up, ask, rename, delete and change the name by keyboard', async ({ guardedPage: page, server }) => {
  await page.goto(`${server.url}/auth`);
  await page.getByLabel('Email').waitFor();
  await tabTo(page, page.getByRole('tab', { name: 'Sign In' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeFocused();
  await tabTo(page, page.getByLabel('First Name'));
  await page.keyboard.type('Ada');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(`keys-${Date.now()}@example.com`);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type('correct horse');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/qchat/);

  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('What can you do?');
  await page.keyboard.press('Enter');
  await waitForAnswer(page);
  await expect(answer(page)).toBeVisible();

  const panel = page.getByRole('navigation', { name: 'Conversations' });
  await tabTo(page, panel.getByRole('button', { name: 'Rename What can you do?' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const title = page.getByLabel('Conversation title');
  await expect(title).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Abilities');
  await page.keyboard.press('Enter');
  await expect(panel.getByText('Abilities')).toBeVisible();

  const handle = page.getByRole('separator', { name: 'Width of the conversations panel' });
  await tabTo(page, handle);
  const width = Number(await handle.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => Number(await handle.getAttribute('aria-valuenow'))).toBeGreaterThan(width);

  await tabTo(page, panel.getByRole('button', { name: 'Delete Abilities' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Delete conversation' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, dialog.getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  await expect(panel.getByText('Abilities')).toBeHidden();

  await tabTo(page, page.getByRole('button', { name: 'Account' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('h');
  await expect(page.getByRole('menuitem', { name: 'Home' })).toBeFocused();
  await page.keyboard.press('s');
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings/);
  await tabTo(page, page.getByLabel('Last Name'));
  await page.keyboard.type('Lovelace');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Profile updated')).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeFocused();
});

test('an administrator adds and deletes a position by keyboard', async ({ page }) => {
  const email = 'grace@example.com';
  const token = 'open sesame';
  const server = await startServer({ SETUP_ADMIN_EMAIL: email, SETUP_TOKEN: token });
  try {
    await page.request.post(`${server.url}/api/register`, { data: { email, password: 'correct horse' } });
    await page.request.post(`${server.url}/api/admin/setup-production`, { data: { seedPositions: false, token } });
    await page.goto(`${server.url}/qinvest`);
    await expect(page.getByText('No open positions')).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Add Position' }).first());
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add New Position' });
    await tabTo(page, dialog.getByLabel('Company Name'));
    await page.keyboard.type('Tesla');
    await tabTo(page, dialog.getByLabel('Ticker Symbol'));
    await page.keyboard.type('TSLA');
    await tabTo(page, dialog.getByLabel('Entry Price'));
    await page.keyboard.type('180.25');
    await page.keyboard.press('Enter');
    const row = page.getByRole('row', { name: /Tesla/ });
    await expect(row).toBeVisible();

    await tabTo(page, row.getByRole('button', { name: /delete/i }));
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Delete Position' });
    await tabTo(page, question.getByRole('button', { name: /delete/i }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('No open positions')).toBeVisible();
  } finally {
    await server.dispose();
  }
});
