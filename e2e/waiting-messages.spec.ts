import { expectAccessibleAtOneWidth } from './accessibility';
import { answer, ask, composer, messages, stopButton, waitForAnswer } from './chat';
import { expect, signUp } from './fixtures';
import { modelStories as test } from './model-stories';

test.use({ settings: { AI_API: 'responses' } });

const waiting = /Waiting messages/;

for (const width of [1280, 390]) {
  test(`messages wait for the answer, survive a reload and are sent in order, ${width} wide`, async ({
    page,
    model,
    product,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    model.queue({ text: ['Rates ', 'move ', 'slowly.'], pauseAfterTokens: 1 });
    await signUp(page, product);
    await ask(page, 'What moves interest rates?');
    await expect(answer(page)).toContainText('Rates');
    for (const next of ['And what moves exchange rates?', 'Which of them moves faster?']) {
      await composer(page).fill(next);
      await expect(page.getByRole('button', { name: 'Send after this answer' })).toBeVisible();
      await expect(stopButton(page)).toBeVisible();
      await composer(page).press('Enter');
      await expect(page.getByRole('region', { name: waiting }).getByText(next)).toBeVisible();
      await expect(composer(page)).toHaveValue('');
    }
    await expectAccessibleAtOneWidth(page, 'messages wait');
    await page.reload();
    await expect(page.getByRole('region', { name: waiting }).getByRole('listitem')).toHaveCount(2);
    model.queue({ text: ['Trade.'] });
    model.queue({ text: ['Exchange rates.'] });
    model.release();
    await expect(answer(page)).toContainText('Exchange rates.');
    await waitForAnswer(page);
    await expect(page.getByRole('region', { name: waiting })).toHaveCount(0);
    await expect(messages(page)).toHaveCount(6);
    expect(model.requests).toHaveLength(3);
  });
}

test('a message waits for a decision after its answer was stopped', async ({ page, model, product }) => {
  model.queue({ text: ['Rates ', 'move.'], pauseAfterTokens: 1 });
  await signUp(page, product);
  await ask(page, 'What moves interest rates?');
  await expect(answer(page)).toContainText('Rates');
  await composer(page).fill('Next question');
  await composer(page).press('Enter');
  await composer(page).press('Escape');
  await expect(page.getByText("The answer didn't complete.")).toBeVisible();
  await expectAccessibleAtOneWidth(page, 'a message asks');
  model.queue({ text: ['Trade.'] });
  await page.getByRole('button', { name: 'Send anyway' }).click();
  await expect(answer(page)).toContainText('Trade.');
  await expect(messages(page)).toHaveCount(4);
});
