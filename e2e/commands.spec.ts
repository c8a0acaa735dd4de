import { answer, ask, composer, waitForAnswer } from './chat';
import { expect, signUp, test } from './fixtures';

const palette = 'Search pages, conversations and actions';

test('the palette finds pages, conversations and actions by keyboard', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  await ask(page, 'What is the duration of a bond?');
  await waitForAnswer(page);
  await expect(page).toHaveURL(/\?c=/);
  await page.getByRole('button', { name: 'New Chat' }).click();
  await expect(page.getByText('Select a conversation or start a new chat to begin.')).toBeVisible();

  // It also opens while typing, and the draft is kept.
  await composer(page).fill('a draft');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: palette });
  await expect(box).toBeFocused();
  await expect(page.getByRole('group', { name: 'Recent conversations' }).getByRole('option')).toHaveCount(1);
  await box.fill('DURATION bond');
  const found = page
    .getByRole('group', { name: 'Conversations' })
    .getByRole('option', { name: 'What is the duration of a bond?' });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(box).toBeHidden();
  await expect(page.getByRole('heading', { name: 'What is the duration of a bond?' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await box.fill('set');
  await expect(page.getByRole('option', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings/);

  await page.keyboard.press('Control+k');
  await box.fill('zzz');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();

  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
  const before = await isDark();
  await page.keyboard.press('Control+k');
  await box.fill('theme');
  await page.keyboard.press('Enter');
  await expect.poll(isDark).toBe(!before);

  await page.keyboard.press('Control+k');
  await box.fill('sign out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.url}/`);
});

test('the palette finds words in messages, highlights them, and opens the message', async ({
  guardedPage: page,
  server,
}) => {
  await signUp(page, server);
  const post = (path: string, data: object) => page.request.post(`${server.url}/api/${path}`, { data });
  const { id } = (await (await post('conversations', { title: 'Long talk' })).json()) as { id: string };
  await post(`conversations/${id}/messages`, { content: 'Where do wombats live?' });
  for (let n = 0; n < 25; n++) await post(`conversations/${id}/messages`, { content: `What do we hold? ${n}` });
  await page.getByRole('button', { name: 'Find a conversation' }).click();
  const box = page.getByRole('combobox', { name: palette });
  await box.fill('wombat');
  const hit = page.getByRole('group', { name: 'Messages' }).getByRole('option').filter({ hasText: 'You' });
  await expect(hit).toContainText('Long talk');
  await expect(hit.locator('mark')).toHaveText(/wombat/i);
  await hit.click();
  await expect(box).toBeHidden();
  const message = page.getByRole('article').filter({ hasText: 'Where do wombats live?' }).first();
  await expect(message).toBeInViewport();
  await expect(message).toBeFocused();
  await expect(page).toHaveURL(`${server.url}/qchat?c=${id}`);

  // On a phone, the search is in the drawer.
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .getByRole('button', { name: /conversations/i })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Find a conversation' }).click();
  await box.fill('wombat');
  await hit.click();
  await expect(box).toBeHidden();
  await expect(message).toBeInViewport();

  await page.keyboard.press('Control+k');
  await box.fill('wombat');
  await expect(hit).toBeVisible();
  await page.getByLabel('With files').check();
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.getByLabel('With files').uncheck();
  await expect(hit).toBeVisible();
  await box.fill('x'.repeat(10_001));
  await expect(page.getByText('The search text is too long. Use fewer words.')).toBeVisible();
  await page.route(/search\.messages/, (route) => route.abort());
  await box.fill('wombats');
  await expect(page.getByText('Failed to search conversations')).toBeVisible();
});

test('a message of another version is found and its branch is shown', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  const post = (path: string, data: object) => page.request.post(`${server.url}/api/${path}`, { data });
  const { id } = (await (await post('conversations', { title: 'Two ways' })).json()) as { id: string };
  const sent = await post(`conversations/${id}/messages`, { content: 'Where do wombats live?' });
  const { userMessage } = (await sent.json()) as { userMessage: { id: string } };
  await post(`conversations/${id}/messages`, { content: 'Where do quokkas live?', replaces: userMessage.id });
  await page.goto(`${server.url}/qchat?c=${id}`);
  await expect(page.getByRole('article').filter({ hasText: 'quokkas' }).first()).toBeVisible();
  const box = page.getByRole('combobox', { name: palette });
  await expect(async () => {
    // A palette that opens late covers the button, so that it can't be clicked again.
    if (await box.isHidden()) await page.getByRole('button', { name: 'Find a conversation' }).click({ timeout: 1000 });
    await expect(box).toBeVisible({ timeout: 1000 });
  }).toPass();
  await box.fill('wombats');
  await page.getByRole('option').filter({ hasText: 'another version' }).filter({ hasText: 'You' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Where do wombats live?' }).first()).toBeFocused();
});

test('single-key shortcuts work outside of fields, and can be turned off', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

  await composer(page).fill('');
  await page.keyboard.type('?n/s');
  await expect(composer(page)).toHaveValue('?n/s');
  await expect(sheet).toBeHidden();

  await composer(page).blur();
  // Shortcuts are loaded after the page.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(composer(page)).toBeFocused({ timeout: 500 });
  }).toPass();
  await expect(composer(page)).toHaveValue('?n/s');

  await composer(page).blur();
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
  await expect(sheet.getByText('Open the command palette')).toBeVisible();
  // Shortcuts have no effect behind a dialog.
  await page.keyboard.press('n');
  await expect(sheet).toBeVisible();
  await sheet.getByLabel('Single-key shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(composer(page)).not.toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeHidden();
});

test('N starts a new chat, and a button opens the palette', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  await ask(page, 'What can you do?');
  await waitForAnswer(page);
  await expect(answer(page)).toBeVisible();
  await composer(page).blur();
  await expect(async () => {
    await page.keyboard.press('n');
    await expect(page.getByText('Select a conversation or start a new chat to begin.')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(composer(page)).toBeFocused();

  await page.getByRole('button', { name: 'Find a conversation' }).click();
  await page.getByRole('option', { name: 'What can you do?' }).click();
  await expect(page.getByRole('heading', { name: 'What can you do?' })).toBeVisible();
});

test('the first tab stop of a page is the skip link', async ({ guardedPage: page, server }) => {
  await page.goto(`${server.url}/auth`);
  await page.getByLabel('Email').waitFor();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL(`${server.url}/auth`);
});
