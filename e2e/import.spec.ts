import {
  chatGptConversation,
  chatGptWithoutMessages,
  manyConversations,
} from '~/server/features/imports/export-examples';
import { expectAccessibleAtOneWidth } from './accessibility';
import { expect, test } from './fixtures';
import { openSettings } from './settings';

const file = (value: unknown) => ({
  name: 'conversations.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(value)),
});

for (const width of [1280, 390]) {
  test.describe(`${width} wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('an export is previewed, imported, and imported again without effect', async ({
      guardedPage: page,
      server,
    }) => {
      await openSettings(page, server);
      const section = page.getByRole('region', { name: 'Import conversations' });
      const input = section.getByLabel('Export to import');
      await input.setInputFiles(file([chatGptConversation, chatGptWithoutMessages]));
      await expect(section.getByText('1 conversation, 5 messages')).toBeVisible();
      await expect(section.getByText('Empty: It has no messages')).toBeVisible();
      await expectAccessibleAtOneWidth(page, 'importing conversations');
      await page.reload();
      await section.getByRole('button', { name: 'Import 1 conversation' }).click();
      await expect(section.getByText('1 conversation and 5 messages imported.')).toBeVisible();

      await input.setInputFiles(file([chatGptConversation]));
      await expect(section.getByText('You already have everything in this file.')).toBeVisible();
      await section.getByRole('button', { name: 'Cancel' }).click();

      await page.goto(`${server.url}/qchat`);
      if (width < 768)
        await page
          .getByRole('button', { name: /conversations/i })
          .first()
          .click();
      await page.getByRole('button', { name: /^Rates in Europe/ }).click();
      await expect(page.getByText('It was 3.00%.')).toBeVisible();
      await expect(page.getByText('Imported from ChatGPT').first()).toBeVisible();
    });
  });
}

test('a file that is not an export is rejected with a reason', async ({ guardedPage: page, server }) => {
  await openSettings(page, server);
  const section = page.getByRole('region', { name: 'Import conversations' });
  await section.getByLabel('Export to import').setInputFiles({ ...file(''), buffer: Buffer.from('Dear diary') });
  await expect(section.getByRole('alert')).toContainText('The file is not a valid export.');
});

test('progress survives a reload', async ({ guardedPage: page, server }) => {
  await openSettings(page, server);
  const section = page.getByRole('region', { name: 'Import conversations' });
  await section.getByLabel('Export to import').setInputFiles(file(manyConversations(300, 5)));
  // A reload right after the click could abort the request.
  const started = page.waitForResponse((response) => response.url().includes('imports.run'));
  await section.getByRole('button', { name: 'Import 300 conversations' }).click();
  await started;
  await page.reload();
  await expect(section.getByText('300 conversations and 3,000 messages imported.')).toBeVisible({
    timeout: 60_000,
  });
});
