import { expectAccessible } from './accessibility';
import { answer, ask, composer, messages, waitForAnswer } from './chat';
import { collectPageErrors, expect, signUp } from './fixtures';
import { modelStories as test } from './model-stories';

const questions = ['Why did rates fall in spring?', 'What does the bank expect for next year?'];

test('a suggested question is sent with one press', async ({ page, model, product }) => {
  const pageErrors = collectPageErrors(page, product);
  model.answerInBackground({ suggestions: `1. ${questions[0]}\n2. **${questions[1]}**\n\nEnjoy!` });
  model.queue({ text: 'Rates fell in spring.' }, { text: 'Inflation did.' });
  await signUp(page, product);
  await ask(page, 'How are interest rates?');
  await waitForAnswer(page);
  const list = page.getByRole('list', { name: 'Suggested questions' });
  await expect(list.getByRole('button')).toHaveText(questions);
  await expectAccessible(page, 'suggested questions');
  await page.reload();
  await expect(list.getByRole('button')).toHaveText(questions);

  // Suggestions are hidden while there is a draft.
  await composer(page).fill('Well');
  await expect(list).toBeHidden();
  await composer(page).fill('');
  await list.getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await expect(messages(page).nth(2)).toContainText(questions[0] as string);
  await waitForAnswer(page);
  await expect(answer(page)).toContainText('Inflation did.');
  // The asked question is not suggested again, and the earlier answer shows no suggestions.
  await expect(list.getByRole('button')).toHaveText([questions[1] as string]);
  await expect(list).toHaveCount(1);

  await page.goto(`${product.url}/settings`);
  const box = page.getByRole('checkbox', { name: 'Let the AI model suggest follow-up questions' });
  const saved = page.waitForResponse((response) => response.url().includes('saveChatPreferences'));
  await box.click();
  await saved;
  await page.reload();
  await expect(box).not.toBeChecked();
  expect(pageErrors).toEqual([]);
});
