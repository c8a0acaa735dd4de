import { answer, ask, composer, untilOver } from './chat';
import { expect, signUp, storiesOfOneFile } from './fixtures';

const test = storiesOfOneFile();

const palette = 'Search pages, conversations and actions';

test('the palette finds pages, conversations and actions by keyboard', async ({ careful: page, server }) => {
  await signUp(page, server);
  await ask(page, 'What is the duration of a bond?');
  await untilOver(page);
  await page.getByRole('button', { name: 'New Chat' }).click();
  await expect(page.getByText('Start a conversation by sending a message below.')).toBeVisible();

  // Also while typing, and what was typed is still there afterwards.
  await composer(page).fill('a draft');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: palette });
  await expect(box).toBeFocused();
  await expect(page.getByRole('group', { name: 'Recent conversations' }).getByRole('option')).toHaveCount(2);
  await box.fill('DURATION bond');
  const found = page.getByRole('option', { name: 'What is the duration of a bond?' });
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

test('single keys are heard outside of fields alone, and can be switched off', async ({ careful: page, server }) => {
  await signUp(page, server);
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

  await composer(page).fill('');
  await page.keyboard.type('?n/s');
  await expect(composer(page)).toHaveValue('?n/s');
  await expect(sheet).toBeHidden();

  await composer(page).blur();
  await page.keyboard.press('/');
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue('?n/s');

  await composer(page).blur();
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
  await expect(sheet.getByText('Open the command palette')).toBeVisible();
  // What lies behind a dialog hears nothing.
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

test('N begins a new chat, and a button opens the palette for the pointer', async ({ careful: page, server }) => {
  await signUp(page, server);
  await ask(page, 'What can you do?');
  await untilOver(page);
  await expect(answer(page)).toBeVisible();
  await composer(page).blur();
  await page.keyboard.press('n');
  await expect(page.getByText('Select a conversation or start a new chat to begin.')).toBeVisible();
  await expect(composer(page)).toBeFocused();

  await page.getByRole('button', { name: 'Find a conversation' }).click();
  await page.getByRole('option', { name: 'What can you do?' }).click();
  await expect(page.getByRole('heading', { name: 'What can you do?' })).toBeVisible();
});

test('the first Tab of a page offers to skip to its content', async ({ careful: page, server }) => {
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
