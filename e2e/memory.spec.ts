import { expectAccessible } from './accessibility';
import { answer, ask, waitForAnswer } from './chat';
import { expect, signUp } from './fixtures';
import { modelStories as test } from './model-stories';

test('a remembered fact is shown below the answer and in Settings, and can be undone', async ({
  page,
  model,
  product,
}) => {
  await signUp(page, product);
  await page.goto(`${product.url}/settings`);
  const box = page.getByRole('checkbox', { name: 'Use memory' });
  await box.click();
  await expect(box).toBeChecked();
  await page.getByRole('textbox', { name: 'New fact' }).fill('I work in Berlin.');
  await page.getByRole('button', { name: 'Add Fact' }).click();
  await expect(page.getByText('I work in Berlin.')).toBeVisible();

  model.queue({ toolCalls: [{ name: 'remember', input: { fact: 'Prefers figures in euros.' } }] });
  model.queue({ text: ['I will use euros.'] });
  await page.goto(`${product.url}/qchat`);
  await ask(page, 'Always show me figures in euros.');
  await expect(answer(page)).toContainText('Remembered: Prefers figures in euros.');
  await waitForAnswer(page);
  await expectAccessible(page, 'remembered');

  await page.goto(`${product.url}/settings`);
  await expect(page.getByText('Prefers figures in euros.')).toBeVisible();
  await page.getByRole('heading', { name: 'Memory' }).scrollIntoViewIfNeeded();
  await expectAccessible(page, 'memory');
  // On a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: /^From "/ }).click();
  await answer(page).getByRole('button', { name: 'Undo' }).click();
  await expect(answer(page)).toContainText('Undone');
  await page.goto(`${product.url}/settings`);
  await expect(page.getByText('I work in Berlin.')).toBeVisible();
  await expect(page.getByText('Prefers figures in euros.')).toHaveCount(0);
});
