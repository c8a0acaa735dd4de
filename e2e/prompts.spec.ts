import { expectAccessible } from './accessibility';
import { composer, messages } from './chat';
import { collectPageErrors, expect, signUp, test } from './fixtures';

test('a prompt is written in the settings and inserted in the composer', async ({ page, server }) => {
  const pageErrors = collectPageErrors(page, server);
  await signUp(page, server, '/settings?tab=prompts');
  const add = async (title: string, text: string) => {
    await page.getByRole('button', { name: 'New prompt' }).click();
    const dialog = page.getByRole('dialog', { name: 'New prompt' });
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Text').fill(text);
    if (title === 'Compare companies') await expectAccessible(page, 'prompt dialog');
    await dialog.getByRole('button', { name: 'Save Prompt' }).click();
    await expect(dialog).toBeHidden();
  };
  await add('Compare companies', 'Compare {{first=Tesla}} and {{second}} for a board: growth, margins and risks.');
  await add('Weekly summary', 'Summarize what moved our portfolio this week.');
  await expectAccessible(page, 'prompts');
  await page.getByRole('button', { name: 'Delete Weekly summary' }).click();
  await expect(page.getByText('Weekly summary')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Weekly summary')).toBeVisible();

  await page.goto(`${server.url}/qchat`);
  await composer(page).click();
  await page.keyboard.type('/');
  await expect(page.getByRole('option')).toHaveCount(2);
  await expectAccessible(page, 'prompt menu');
  await page.keyboard.type('comp');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Compare companies' });
  await expect(dialog.getByLabel('first')).toHaveValue('Tesla');
  await dialog.getByLabel('second').fill('BYD');
  await expectAccessible(page, 'prompt values');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Insert Prompt' }).click();
  await expect(composer(page)).toHaveValue('Compare Tesla and BYD for a board: growth, margins and risks.');
  await expect(composer(page)).toBeFocused();
  await expect(messages(page)).toHaveCount(0);

  await composer(page).fill('/week');
  await page.getByRole('option', { name: 'Weekly summary' }).click();
  await expect(composer(page)).toHaveValue('Summarize what moved our portfolio this week.');
  await composer(page).fill('/');
  await expect(page.getByRole('option')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(composer(page)).toHaveValue('/');
  expect(pageErrors).toEqual([]);
});
