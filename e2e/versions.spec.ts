import { answer, ask, composer, messages, waitForAnswer } from './chat';
import { expect, signUp } from './fixtures';
import { modelStories } from './model-stories';

/** Stories about versions of messages and answers. */
const test = modelStories;

test('a message is edited by keyboard, and both versions are kept', async ({ page, model, product }) => {
  model.queue({ text: 'Gold rose.' });
  await signUp(page, product);
  await ask(page, 'What did gold do?');
  await waitForAnswer(page);
  model.queue({ text: 'Silver fell.' });
  await page.getByRole('button', { name: 'Edit message' }).focus();
  await page.keyboard.press('Enter');
  const box = page.getByRole('textbox', { name: 'Edit your message' });
  await expect(box).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Edit message' })).toBeFocused();
  await page.keyboard.press('Enter');
  await box.fill('What did silver do?');
  await box.press('Enter');
  await expect(answer(page)).toContainText('Silver fell.');
  await waitForAnswer(page);
  await expect(messages(page)).toHaveCount(2);
  await expect(page.getByText('2 / 2')).toBeVisible();
  await expect(messages(page).first()).toContainText('What did silver do?');
  await expect(composer(page)).toBeFocused();

  await page.getByRole('button', { name: 'Previous version' }).focus();
  await page.keyboard.press('Enter');
  await expect(answer(page)).toContainText('Gold rose.');
  await expect(page.getByText('1 / 2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next version' })).toBeFocused();
  await page.reload();
  await expect(answer(page)).toContainText('Gold rose.');
  await expect(page.getByText('1 / 2')).toBeVisible();
  model.queue({ text: 'Gold fell.' });
  await page.getByRole('button', { name: 'Regenerate' }).focus();
  await page.keyboard.press('Enter');
  await expect(answer(page)).toContainText('Gold fell.');
  await waitForAnswer(page);
  await expect(composer(page)).toBeFocused();
});

test('an answer is regenerated in all open tabs, and the earlier version can be selected', async ({
  page,
  context,
  model,
  product,
}) => {
  model.queue({ text: 'First answer.' });
  await signUp(page, product);
  await ask(page, 'Why?');
  await expect(answer(page)).toContainText('First answer.');
  await waitForAnswer(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(answer(other)).toContainText('First answer.');
  model.queue({ text: 'Second answer.' });
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await expect(answer(page)).toContainText('Second answer.');
  await expect(page.getByText('2 / 2')).toBeVisible();
  await expect(answer(other)).toContainText('Second answer.');
  await expect(answer(other)).not.toContainText('First answer.');
  await other.getByRole('button', { name: 'Previous version' }).click();
  await expect(answer(other)).toContainText('First answer.');
  await expect(answer(page)).toContainText('First answer.');
  model.queue({ text: 'It follows the first.' });
  await ask(page, 'And then?');
  await expect(answer(other)).toContainText('It follows the first.');
  await expect(messages(other)).toHaveCount(4);
});

test('an answer that fails to be regenerated stays in all open tabs, with the error and a retry', async ({
  page,
  context,
  model,
  product,
}) => {
  model.queue({ text: 'First answer.' });
  await signUp(page, product);
  await ask(page, 'Why?');
  await waitForAnswer(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(answer(other)).toContainText('First answer.');
  model.queue({ fault: { kind: 'status', status: 401 } });
  await page.getByRole('button', { name: 'Regenerate' }).click();
  for (const tab of [page, other]) {
    await expect(answer(tab).getByRole('alert')).toContainText('The new version failed.');
    await expect(answer(tab)).toContainText('First answer.');
    await expect(tab.getByText('1 / 2')).toBeVisible();
  }
  await page.reload();
  await expect(answer(page)).toContainText('First answer.');
  model.queue({ text: ['Second ', 'answer.'], pauseAfterTokens: 0 });
  await answer(page).getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('2 / 2')).toBeVisible();
  await expect(answer(page)).toContainText('First answer.');
  model.release();
  await expect(answer(page)).toContainText('Second answer.');
  await expect(answer(page)).not.toContainText('First answer.');
  await expect(answer(page).getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('2 / 2')).toBeVisible();
});

test('a message is edited during its answer, which continues in the background', async ({ page, model, product }) => {
  model.queue({ text: ['Slow ', 'words ', 'to ', 'the ', 'end.'], pauseAfterTokens: 2 });
  await signUp(page, product);
  await ask(page, 'A slow question');
  await expect(answer(page)).toContainText('Slow words');
  model.queue({ text: 'Quick words.' });
  await page.getByRole('button', { name: 'Edit message' }).click();
  await page.getByRole('textbox', { name: 'Edit your message' }).fill('A quick question');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(answer(page)).toContainText('Quick words.');
  await expect(composer(page)).toBeEnabled();
  await waitForAnswer(page);
  model.release();
  await page.getByRole('button', { name: 'Previous version' }).click();
  await expect(answer(page)).toContainText('Slow words to the end.');
  await expect(messages(page)).toHaveCount(2);
});

test('the versions of a message can be selected by touch', async ({ page, model, product }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  model.queue({ text: 'Gold rose.' });
  await signUp(page, product);
  await ask(page, 'What did gold do?');
  await waitForAnswer(page);
  model.queue({ text: 'Silver fell.' });
  await page.getByRole('button', { name: 'Edit message' }).click();
  await page.getByRole('textbox', { name: 'Edit your message' }).fill('What did silver do?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('2 / 2')).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
