import type { Page } from '@playwright/test';
import { answer, ask, composer, waitForAnswer } from './chat';
import { expect, signUp, test } from './fixtures';

test('the offline analyst answers a new user, and is labeled as such', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  await expect(page.getByText('Select a conversation or start a new chat to begin.')).toBeVisible();
  await expect(page.getByText('Press Enter to send, Shift+Enter for new line')).toBeVisible();
  await ask(page, 'What can you do?');
  await waitForAnswer(page);
  await expect(answer(page)).toContainText('No AI model is connected');
  await expect(page.getByText('0/2000')).toBeVisible();
});

/** Creates a conversation without messages through the API, because the page never does. */
async function createEmpty(page: Page, server: { url: string }): Promise<string> {
  const created = await page.request.post(`${server.url}/api/conversations`, { data: {} });
  expect(created.ok()).toBe(true);
  return ((await created.json()) as { id: string }).id;
}

test('a conversation is created, renamed and deleted', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  await page.goto(`${server.url}/qchat?c=${await createEmpty(page, server)}`);
  await expect(page.getByText('Start a conversation by sending a message below.')).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: 'New Chat' });
  await row.hover();
  await row.getByRole('button', { name: /Rename/ }).click();
  const title = page.getByRole('textbox', { name: /title/i });
  await title.fill('   ');
  await title.press('Enter');
  await expect(title).toBeVisible();
  await title.press('Escape');
  await expect(row).toBeVisible();
  await row.hover();
  await row.getByRole('button', { name: /Rename/ }).click();
  await title.fill('Rates and gold');
  await title.press('Enter');
  const renamed = page.getByRole('listitem').filter({ hasText: 'Rates and gold' });
  await expect(renamed).toBeVisible();
  await page.reload();
  await expect(renamed).toBeVisible();
  await renamed.hover();
  await renamed.getByRole('button', { name: /Delete/ }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog).toContainText('Are you sure you want to delete "Rates and gold"?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(renamed).toBeVisible();
  await renamed.hover();
  await renamed.getByRole('button', { name: /Delete/ }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(renamed).toBeHidden();
  await expect(page.getByText('Select a conversation or start a new chat to begin.')).toBeVisible();
});

test('the menu of a row renames and deletes, by pointer and by keyboard', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  await createEmpty(page, server);
  await page.reload();
  const opener = page.getByRole('button', { name: 'More actions for New Chat' });
  const menu = page.getByRole('menu', { name: 'More actions for New Chat' });
  await page.getByRole('listitem').filter({ hasText: 'New Chat' }).hover();
  await opener.click();
  await expect(menu.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await opener.click();
  await expect(menu).toBeHidden();
  await opener.press('Enter');
  await page.keyboard.press('End');
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.press('Enter');
  await page.keyboard.press('r');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Conversation title' })).toBeFocused();
  await page.keyboard.press('Escape');
  await opener.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to delete "New Chat"?');
});

test('Undo restores a deleted conversation, or several at once', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  await ask(page, 'What do we hold?');
  await waitForAnswer(page);
  await createEmpty(page, server);
  await page.reload();
  const rows = page.getByRole('navigation', { name: 'Conversations' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const row = rows.filter({ hasText: 'What do we hold?' });
  await row.hover();
  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  const undo = page
    .getByRole('status')
    .filter({ hasText: 'Conversation deleted' })
    .getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /^What do we hold/ }).click();
  await expect(answer(page)).toBeVisible();

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Select conversations' }).click();
  await page.getByRole('checkbox', { name: 'Select What do we hold?' }).check();
  await page.getByRole('checkbox', { name: 'Select New Chat' }).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete conversations' });
  await expect(dialog).toContainText('Are you sure you want to delete these 2 conversations?');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(rows).toHaveCount(0);
  await page
    .getByRole('status')
    .filter({ hasText: '2 conversations deleted' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(rows).toHaveCount(2);
});

test('conversations are pinned and archived from their menu', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  await ask(page, 'What do we hold?');
  await waitForAnswer(page);
  await createEmpty(page, server);
  await page.reload();
  const panel = page.getByRole('navigation', { name: 'Conversations' });
  const choose = async (title: string, action: string) => {
    await panel.getByRole('listitem').filter({ hasText: title }).hover();
    await panel.getByRole('button', { name: `More actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const inGroup = (group: string) => panel.getByRole('region', { name: group }).getByRole('listitem');
  await expect(inGroup('Today')).toHaveCount(2);
  await choose('What do we hold?', 'Pin');
  await expect(inGroup('Pinned')).toHaveCount(1);
  await page.reload();
  await expect(inGroup('Pinned')).toHaveText(/What do we hold/);
  await choose('What do we hold?', 'Unpin');
  await expect(inGroup('Today')).toHaveCount(2);
  await choose('What do we hold?', 'Archive');
  await expect(inGroup('Today')).toHaveCount(1);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Archived conversations' }).click();
  await expect(inGroup('Today')).toHaveText(/What do we hold/);
  await choose('What do we hold?', 'Unarchive');
  await expect(panel.getByText('No archived conversations.')).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Back to conversations' }).click();
  await expect(inGroup('Today')).toHaveCount(2);
});

test('an answer that finishes in the background marks its row until it is opened', async ({
  guardedPage: page,
  server,
}) => {
  await signUp(page, server);
  const created = await page.request.post(`${server.url}/api/conversations`, { data: { title: 'From a script' } });
  const { id } = (await created.json()) as { id: string };
  await page.request.post(`${server.url}/api/conversations/${id}/messages`, { data: { content: 'What do we hold?' } });
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: 'From a script' });
  await expect(row.getByRole('img', { name: 'New answer' })).toBeVisible();
  await row.getByRole('button', { name: /^From a script/ }).click();
  await expect(answer(page)).toBeVisible();
  await expect(row.getByRole('img', { name: 'New answer' })).toBeHidden();
  await page.reload();
  await expect(row).toBeVisible();
  await expect(row.getByRole('img', { name: 'New answer' })).toBeHidden();

  // An answer that ends in view counts as read, even if the user leaves right afterwards.
  const isRead = page.waitForResponse((response) => response.url().includes('conversations.markRead'));
  await ask(page, 'And what can you do?');
  await waitForAnswer(page);
  await isRead;
  await page.getByRole('button', { name: 'New Chat', exact: true }).last().click();
  await expect(row.getByRole('img', { name: 'New answer' })).toBeHidden();
});

test('the sidebar is resized by keyboard and mouse, within its limits', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  // Wait until the composer has taken the focus.
  await expect(composer(page)).toBeFocused();
  const handle = page.getByRole('separator');
  await expect(handle).toHaveAttribute('aria-valuenow', '256');
  await handle.focus();
  const width = async () => Number(await handle.getAttribute('aria-valuenow'));
  await handle.press('ArrowRight');
  await expect.poll(width).toBeGreaterThan(256);
  await handle.press('End');
  await expect(handle).toHaveAttribute('aria-valuenow', '600');
  await handle.press('Home');
  await expect(handle).toHaveAttribute('aria-valuenow', '200');
  const box = await handle.boundingBox();
  if (!box) throw new Error('the handle is not on the screen');
  await page.mouse.move(box.x + box.width / 2, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 150, box.y + 200, { steps: 5 });
  await page.mouse.up();
  await expect.poll(width).toBeGreaterThan(300);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('conversations are in a drawer that opens and closes', async ({ guardedPage: page, server }) => {
    await signUp(page, server);
    await ask(page, 'What do we hold?');
    await waitForAnswer(page);
    await expect(page.getByText('Press Enter to send')).toBeHidden();
    const row = page.getByRole('button', { name: /^What do we hold\?/ });
    await expect(row).toBeHidden();
    const menu = page.getByRole('button', { name: /conversations/i }).first();
    await menu.click();
    await expect(row).toBeVisible();
    const drawer = page.getByRole('dialog');
    expect((await drawer.boundingBox())?.width).toBeCloseTo(390 * 0.8, 0);
    await page.keyboard.press('Escape');
    await expect(row).toBeHidden();
    await menu.click();
    await expect(row).toBeVisible();
    await page.goBack();
    await expect(row).toBeHidden();
    await expect(answer(page)).toBeVisible();
    await menu.click();
    // Without hover, the menu replaces the row buttons, and closing it keeps the drawer open.
    await page.getByRole('button', { name: 'More actions for What do we hold?' }).tap();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeInViewport({ ratio: 1 });
    // A sheet over the full width. A tap above it closes it and reaches nothing else.
    const items = await page.getByRole('menu').boundingBox();
    expect(items?.width).toBeGreaterThan(360);
    expect((items?.y ?? 0) + (items?.height ?? 0)).toBeGreaterThan(820);
    await page.touchscreen.tap(195, 120);
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeHidden();
    await expect(drawer).toBeVisible();
    await row.click();
    await expect(row).toBeHidden();
    await expect(answer(page)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    await menu.click();
    await page.getByRole('button', { name: 'More actions for What do we hold?' }).tap();
    await page.getByRole('menuitem', { name: 'Delete' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap();
    await expect(row).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).tap();
    await menu.click();
    await expect(row).toBeVisible();
    await drawer.getByRole('button', { name: 'New Chat' }).tap();
    await expect(drawer).toBeHidden();
    await expect(composer(page)).toBeVisible();
  });
});

test('a new chat stores nothing before its first message, which becomes its title', async ({
  guardedPage: page,
  server,
}) => {
  await signUp(page, server);
  const rows = page.getByRole('navigation', { name: 'Conversations' }).getByRole('listitem');
  const begin = page.getByRole('button', { name: 'New Chat', exact: true }).last();
  const welcome = page.getByText('Select a conversation or start a new chat to begin.');
  await begin.click();
  await expect(composer(page)).toBeFocused();
  await expect(welcome).toBeVisible();
  await ask(page, 'What do we hold?');
  await waitForAnswer(page);
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/\?c=/);
  await begin.click();
  await expect(welcome).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/qchat`);
  await expect(composer(page)).toBeFocused();
  await page.reload();
  await expect(rows).toHaveText(/What do we hold/);
});

test('a greeting is above the composer, which moves down with the first message', async ({
  guardedPage: page,
  server,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signUp(page, server);
  await expect(page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/ })).toBeVisible();
  const top = async () => (await composer(page).boundingBox())?.y ?? 0;
  const before = await top();
  expect(before).toBeGreaterThan(200);
  expect(before).toBeLessThan(500);
  const suggestions = page.getByRole('list', { name: 'Suggestions' });
  await composer(page).fill('A draft');
  await expect(suggestions).toBeHidden();
  await composer(page).fill('');
  expect(await top()).toBe(before);
  await suggestions.getByRole('button', { name: 'What can you do?' }).click();
  await expect(page).toHaveURL(/\?c=/);
  await expect.poll(top).toBeGreaterThan(600);
  await expect(composer(page)).toHaveValue('');
  await expect(composer(page)).toBeFocused();
});

test('each suggested question is answered without a model', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  const suggestions = page.getByRole('list', { name: 'Suggestions' }).getByRole('button');
  await expect(suggestions.filter({ hasText: 'What can you do?' })).toBeVisible();
  for (const question of await suggestions.allTextContents()) {
    await page.goto(`${server.url}/qchat`);
    await suggestions.filter({ hasText: question }).click();
    await expect(page).toHaveURL(/\?c=/);
    await waitForAnswer(page);
    await expect(answer(page)).not.toContainText('found nothing');
  }
});
