import { expectAccessible } from './accessibility';
import { ask, waitForAnswer } from './chat';
import { collectPageErrors, expect, signUp } from './fixtures';
import { modelStories as test } from './model-stories';

test('an answer is rated, and the rating survives a reload', async ({ page, model, product }) => {
  const pageErrors = collectPageErrors(page, product);
  model.queue({ text: 'Mostly expected inflation and the central bank.' });
  await signUp(page, product);
  await ask(page, 'What moves interest rates?');
  await waitForAnswer(page);
  const good = page.getByRole('button', { name: 'Good answer' });
  const bad = page.getByRole('button', { name: 'Bad answer' });
  await expect(good).toHaveAttribute('aria-pressed', 'false');
  await good.click();
  await expect(good).toHaveAttribute('aria-pressed', 'true');

  await bad.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'What was wrong?' });
  await dialog.getByLabel('Not supported by its sources').check();
  await dialog.getByLabel('Comment (optional)').fill('It names no sources.');
  await expectAccessible(page, 'feedback form');
  await dialog.getByRole('button', { name: 'Send Feedback' }).click();
  await expect(page.getByText('Feedback sent')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(bad).toBeFocused();

  await page.reload();
  await expect(bad).toHaveAttribute('aria-pressed', 'true');
  await expect(good).toHaveAttribute('aria-pressed', 'false');
  await expectAccessible(page, 'rated answer');
  // On a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Edit feedback' }).click();
  await expect(dialog.getByLabel('Not supported by its sources')).toBeChecked();
  await expect(dialog.getByLabel('Comment (optional)')).toHaveValue('It names no sources.');
  await page.keyboard.press('Escape');
  const removed = page.waitForResponse((response) => response.url().includes('feedback.remove'));
  await bad.click();
  await removed;
  await page.reload();
  await expect(bad).toHaveAttribute('aria-pressed', 'false');
  expect(pageErrors).toEqual([]);
});
