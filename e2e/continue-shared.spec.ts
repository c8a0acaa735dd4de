import { expectAccessible } from './accessibility';
import { answer, ask, composer, messages, waitForAnswer } from './chat';
import { attachByDialog, card, margins, report, send } from './files';
import { expect, signUp, test } from './fixtures';

test('a visitor of a shared page signs up, returns to it and continues in their own conversation', async ({
  page,
  server,
  openPage,
}) => {
  await signUp(page, server);
  await attachByDialog(page, [report]);
  await send(page, 'What does the board expect of margins?');
  // Links don't contain answers that are still running.
  await waitForAnswer(page);
  await page.getByRole('button', { name: 'Share and export' }).click();
  await page.getByRole('menuitem', { name: 'Share...' }).click();
  await page.getByLabel('Who can open the link').selectOption('everybody');
  await page.getByRole('checkbox', { name: report.name }).check();
  await expectAccessible(page, 'share-files');
  await page.getByRole('button', { name: 'Create Link' }).click();
  const url = await page.getByLabel('Link', { exact: true }).inputValue();

  const visitor = await openPage();
  await visitor.goto(url);
  await expectAccessible(visitor, 'shared page', { largeText: true });
  const download = visitor.waitForEvent('download');
  await visitor.getByRole('link', { name: report.name, exact: true }).click();
  expect((await download).suggestedFilename()).toBe(report.name);
  await visitor.getByRole('link', { name: 'Open the passage' }).first().click();
  await expect(visitor.locator('mark')).toContainText(margins);
  await expectAccessible(visitor, 'shared passage', { largeText: true });
  // The rest on a phone.
  await visitor.setViewportSize({ width: 390, height: 844 });
  await visitor.goBack();
  await visitor.getByRole('button', { name: 'Continue in my qChat' }).click();
  await visitor.getByRole('tab', { name: 'Sign Up' }).click();
  await visitor.getByLabel('Email').fill('visitor@example.com');
  await visitor.getByLabel('Password', { exact: true }).fill('a long enough password');
  await visitor.getByRole('button', { name: 'Create Account' }).click();
  await visitor.getByRole('button', { name: 'Continue in my qChat' }).click();
  await expect(composer(visitor)).toBeVisible();
  await expect(messages(visitor)).toHaveCount(2);
  await expect(card(visitor, report.name)).toContainText(margins);
  await expect(visitor.getByText('From a shared conversation').first()).toBeVisible();
  await expectAccessible(visitor, 'continued');
  await ask(visitor, 'And what else?');
  await waitForAnswer(visitor);
  await expect(answer(visitor)).toContainText('No AI model is connected');
});
