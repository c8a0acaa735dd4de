import { ask, waitForAnswer } from './chat';
import { expect, signUp } from './fixtures';
import { modelStories as test } from './model-stories';

test('the model titles a conversation after its first answer, unless this is turned off in Settings', async ({
  page,
  model,
  product,
}) => {
  model.answerInBackground({ title: '"Growth last year"' });
  await signUp(page, product);
  await ask(page, 'How much did the economy of our largest export market grow last year?');
  await waitForAnswer(page);
  await expect(page.getByRole('listitem').filter({ hasText: 'Growth last year' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'How much did' })).toHaveCount(0);

  // On a phone, the title is in the header and the drawer.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { name: 'Growth last year' })).toBeVisible();
  await page
    .getByRole('button', { name: /conversations/i })
    .first()
    .click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Growth last year' })).toBeVisible();

  await page.goto(`${product.url}/settings`);
  const box = page.getByRole('checkbox', { name: 'Let the AI model title new conversations' });
  const saved = page.waitForResponse((response) => response.url().includes('saveChatPreferences'));
  await box.click();
  await expect(box).not.toBeChecked();
  await saved;
  await page.reload();
  await expect(box).not.toBeChecked();
});
