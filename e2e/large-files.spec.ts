import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makePdf, pdfOfObjects, pdfStream } from '~/server/testing/inputs/make-files';
import { expectAccessibleAtOneWidth } from './accessibility';
import { expect, type RunningServer, signUp, startServer, test } from './fixtures';

let server: RunningServer & { dispose(): Promise<void> };
let folder: string;
test.beforeAll(async () => {
  server = await startServer({ KNOWLEDGE_FILE_MB: '30' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'qinsight-large-'));
});
test.afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true });
});

const fact = 'Northwind expects margins of 18 percent.';

test('a large upload continues after a server restart and a reload', async ({ page }) => {
  const file = path.join(folder, 'Annual report.pdf');
  await writeFile(file, Buffer.concat([pdfOfObjects([pdfStream(randomBytes(20_000_000))]), makePdf([[fact]])]));
  const arrived: string[] = [];
  page.on('response', (response) => {
    const part = /-part-(\d)\?/.exec(response.url())?.[1];
    if (part && response.ok()) arrived.push(part);
  });
  await page.route(/-part-2\?/, () => {});

  await signUp(page, server, '/collections');
  await page.getByRole('button', { name: 'New Collection' }).click();
  await page.getByLabel('Name').fill('Filings');
  await page.getByRole('dialog').getByRole('button', { name: 'New Collection' }).click();
  const choose = async () => {
    await page.getByRole('button', { name: 'Upload Files' }).click();
    await page.getByRole('dialog').locator('input[type=file]').first().setInputFiles(file);
    await page.getByRole('button', { name: /^Upload 1 file/ }).click();
  };
  await choose();
  await expect.poll(() => arrived.sort()).toEqual(['1', '3']);
  await expect(page.getByRole('button', { name: 'Pause upload' })).toBeVisible();
  await expectAccessibleAtOneWidth(page, 'a large file on its way');

  await server.stop();
  await server.restart();
  // The reload ends the held request, which would otherwise be sent as soon as its route is removed.
  await page.reload();
  await page.unroute(/-part-2\?/);
  arrived.length = 0;
  await choose();
  const document = page.getByRole('button', { name: 'Annual report', exact: true });
  await expect(document).toBeVisible();
  expect(arrived).toEqual(['2']);
  await expect(page.getByText('Processing')).toBeHidden();
  await document.click();
  await expect(page.getByRole('dialog').getByLabel('Summary')).toHaveText(fact);
});
