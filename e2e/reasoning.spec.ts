import { expectAccessibleAtOneWidth } from './accessibility';
import { answer, ask, waitForAnswer } from './chat';
import { collectPageErrors, expect, signUp } from './fixtures';
import { modelStories as test } from './model-stories';

test('reasoning is collapsed above its answer, and is not part of it', async ({ page, model, product }) => {
  const pageErrors = collectPageErrors(page, product);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const thought = 'The reader asks about rates, so the policy rate comes first.';
  const text = 'Rates rose to 4.5 percent.';
  model.queue({ text: ['<think>', `${thought}\n`, '</think>', '\n', text] });
  await signUp(page, product);
  await ask(page, 'Where are rates?');
  await expect(answer(page)).toContainText(text);
  await waitForAnswer(page);

  const fold = answer(page).getByRole('button', { name: /^Thought for \d+ s$/ });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByText(thought)).toBeHidden();
  await fold.click();
  await expect(page.getByText(thought)).toBeVisible();
  await expectAccessibleAtOneWidth(page, 'reasoning');

  await answer(page).getByRole('button', { name: 'Copy answer' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  const conversation = new URL(page.url()).searchParams.get('c');
  const exported = await page.request.get(`${product.url}/api/conversations/${conversation}/export?format=md`);
  const markdown = await exported.text();
  expect(markdown).toContain(text);
  expect(markdown).not.toContain(thought);

  await page.reload();
  await expect(answer(page)).toContainText(text);
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.press('Enter');
  await expect(page.getByText(thought)).toBeVisible();

  // Reasoning is not sent with the next question.
  await ask(page, 'And next year?');
  await waitForAnswer(page);
  const sent = JSON.stringify((await model.request(1)).body);
  expect(sent).toContain(text);
  expect(sent).not.toContain(thought);
  expect(pageErrors).toEqual([]);
});
