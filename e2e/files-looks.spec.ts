import { expectAccessible } from './accessibility';
import { answer } from './chat';
import { attached, card, chart, choose, openDialog, question, report, send, transferFiles } from './files';
import { expect, signUp, test } from './fixtures';

test('every view of files is accessible', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  await openDialog(page);
  await expectAccessible(page, 'dialog, empty');
  await choose(page, [report, await chart()]);
  await expectAccessible(page, 'dialog, files');
  await page.getByRole('button', { name: /^Edit file chart/ }).click();
  await expectAccessible(page, 'dialog, one file');
  await page.getByRole('button', { name: 'Edit image' }).click();
  await expect(page.getByRole('button', { name: 'Crop square' })).toBeVisible();
  await expectAccessible(page, 'dialog, image editor');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(attached(page, 'chart.png')).toContainText('Ready');
  await transferFiles(page, 'drop', [{ ...report, name: 'tool.exe', mimeType: 'application/octet-stream' }]);
  await expectAccessible(page, 'composer with files');
  await send(page, 'How much will margins widen?');
  await expect(card(page, report.name)).toContainText('Extracted Text:');
  await expectAccessible(page, 'message with files');
  await answer(page)
    .getByRole('button', { name: /^Source 1/ })
    .first()
    .click();
  await expect(page.locator('mark').first()).toBeVisible();
  await expectAccessible(page, 'passage');
  await page.keyboard.press('Escape');
  await question(page).getByRole('button', { name: 'View chart.png' }).click();
  await expect(page.getByRole('dialog', { name: 'chart.png' })).toBeVisible();
  await expectAccessible(page, 'lightbox');
});
