import { look } from './accessibility';
import { answer } from './chat';
import { attached, card, chart, choose, give, openDialog, question, report, send } from './files';
import { expect, signUp, test } from './fixtures';

test('every view of files is accessible', async ({ careful: page, server }) => {
  await signUp(page, server);
  await openDialog(page);
  await look(page, 'dialog, empty');
  await choose(page, [report, await chart()]);
  await look(page, 'dialog, files');
  await page.getByRole('button', { name: /^Edit file chart/ }).click();
  await look(page, 'dialog, one file');
  await page.getByRole('button', { name: 'Edit image' }).click();
  await expect(page.getByRole('button', { name: 'Crop square' })).toBeVisible();
  await look(page, 'dialog, image editor');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(attached(page, 'chart.png')).toContainText('Ready');
  await give(page, 'drop', [{ ...report, name: 'tool.exe', mimeType: 'application/octet-stream' }]);
  await look(page, 'composer with files');
  await send(page, 'How much will margins widen?');
  await expect(card(page, report.name)).toContainText('Extracted Text:');
  await look(page, 'message with files');
  await answer(page)
    .getByRole('button', { name: /^Source 1/ })
    .first()
    .click();
  await expect(page.locator('mark').first()).toBeVisible();
  await look(page, 'passage');
  await page.keyboard.press('Escape');
  await question(page).getByRole('button', { name: 'View chart.png' }).click();
  await expect(page.getByRole('dialog', { name: 'chart.png' })).toBeVisible();
  await look(page, 'lightbox');
});
