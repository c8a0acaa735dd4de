/** The menus of an answer and its conversation: read aloud, export and share, on a desktop and on a phone. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessibleAtOneWidth } from './accessibility';
import { answer, ask, waitForAnswer } from './chat';
import { expect, signUp, test } from './fixtures';

const spokenOn = (page: Page) => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);

/** Records what would be spoken, because test browsers have no voices. */
const recordSpeech = (page: Page) =>
  page.evaluate(() => {
    const spoken: string[] = [];
    Object.assign(window, { spoken });
    speechSynthesis.speak = ({ text }) => void spoken.push(text);
  });

/** Chooses an export by keyboard, and returns the file's name and first bytes. */
async function exported(page: Page, menu: string, format: string): Promise<[string, string]> {
  const opener = page.getByRole('button', { name: menu }).last();
  await opener.press('Enter');
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: `Export as ${format}` }).press('Enter');
  const file = await download;
  await expect(opener).toBeFocused();
  return [file.suggestedFilename(), (await readFile(await file.path())).toString('latin1', 0, 2000)];
}

test('answers are read aloud, exported and shared from their menu, on a desktop and on a phone', async ({
  guardedPage: page,
  server,
}) => {
  await signUp(page, server);
  await ask(page, 'What can you do?');
  await waitForAnswer(page);
  await recordSpeech(page);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const opener = answer(page).getByRole('button', { name: 'More actions' });
    await opener.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Read aloud' })).toBeFocused();
    await expectAccessibleAtOneWidth(page, 'menu of an answer');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await spokenOn(page)).join(' ')).toContain('No AI model is connected');
    const stop = answer(page).getByRole('button', { name: 'Stop reading' });
    await stop.press('Enter');
    await expect(stop).toHaveCount(0);

    const [word, zip] = await exported(page, 'Share and export', 'Word');
    expect([word, zip.slice(0, 2)]).toEqual(['What can you do.docx', 'PK']);
    const [pdf, head] = await exported(page, 'More actions', 'PDF');
    expect([pdf, head.slice(0, 5)]).toEqual(['What can you do.pdf', '%PDF-']);
    const [markdown, text] = await exported(page, 'More actions', 'Markdown');
    expect(markdown).toBe('What can you do.md');
    expect(text).toContain('No AI model is connected');

    await opener.press('Enter');
    await page.getByRole('menuitem', { name: 'Share...' }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'Share this answer' })).toBeVisible();
    await page.getByRole('button', { name: 'Create Link' }).press('Enter');
    const ready = page.getByRole('dialog', { name: 'Your link is ready' });
    await expect(ready.getByLabel('Link', { exact: true })).toHaveValue(new RegExp(`^${server.url}/`));
    await page.keyboard.press('Escape');
    await expect(ready).toBeHidden();
  }
});
