/** The Markdown renderer is loaded after the text. These stories check what is shown until then. */
import { answer, ask, waitForAnswer } from './chat';
import { expect, signUp } from './fixtures';
import { modelStories as test } from './model-stories';

test('Markdown syntax is hidden while the renderer loads', async ({ page, model, product }) => {
  model.queue({ text: '## Recommendation\n\n**Fix 60%** of the debt.\n\n```python\nprint(1)\n```' });
  await signUp(page, product);
  await ask(page, 'What about the debt?');
  await waitForAnswer(page);
  const heading = answer(page).getByRole('heading', { name: 'Recommendation' });
  await expect(heading).toBeVisible();

  let release = () => {};
  const arrives = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/answer-markdown-/, async (route) => {
    await arrives;
    await route.continue();
  });
  await page.reload();
  // The text takes up its space but is hidden.
  const text = answer(page).getByText('## Recommendation');
  await expect(text).toHaveCSS('color', 'rgba(0, 0, 0, 0)');
  release();
  await expect(heading).toBeVisible();
  await expect(text).toHaveCount(0);
  // Check the block itself, because its parents also set a font.
  await expect(answer(page).locator('pre code')).toHaveCSS('font-family', /^"Geist Mono Variable"/);
});
