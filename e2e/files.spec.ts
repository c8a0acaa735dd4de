import type { Page } from '@playwright/test';
import { startChaosProxy } from '~/server/testing/fakes/chaos-proxy';
import type { CorsRule } from '~/server/testing/fakes/s3-cors';
import { startS3Server } from '~/server/testing/fakes/s3-server';
import { expectAccessible } from './accessibility';
import { answer, composer, waitForAnswer } from './chat';
import {
  attachByDialog,
  attached,
  attachedList,
  card,
  chart,
  choose,
  contract,
  largeImage,
  letter,
  margins,
  openDialog,
  photo,
  question,
  report,
  send,
  sendButton,
  type TestFile,
  transferFiles,
  uploadDialog,
} from './files';
import { expect, hold, signUp, startServer, test } from './fixtures';

test('files are attached in the dialog and processed, and the answer quotes them with their page', async ({
  guardedPage: page,
  server,
}) => {
  await signUp(page, server);
  await attachByDialog(page, [report, letter, contract, await chart(), await photo()]);
  await send(page, 'How much will margins widen?');
  await expect(card(page, report.name)).toContainText('PDF');
  await expect(card(page, report.name)).toContainText('Extracted Text: Quarterly report of Northwind');
  await expect(card(page, letter.name)).toContainText('DOCX');
  await expect(card(page, contract.name)).toContainText('31 March 2027');
  await expect(card(page, 'chart.png')).toContainText('IMAGE');
  await expect(attachedList(page)).toBeHidden();

  await expect(answer(page)).toContainText(margins);
  await answer(page)
    .getByRole('button', { name: /^Source \d+: Northwind report\.pdf, page 2/ })
    .first()
    .click();
  const sources = page.getByRole('region', { name: 'Sources' });
  await expect(sources.locator('mark')).toContainText(margins);
  await expect(sources.getByText('Page 2').first()).toBeVisible();
  await expect(sources.getByRole('link', { name: /Northwind report/ }).first()).toHaveAttribute('href', /^\/objects\//);

  // Everything is stored.
  await page.reload();
  await expect(card(page, report.name)).toContainText('Extracted Text:');
});

test('text that is too long for a message is attached as a file, and quoted', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  const text = `Minutes of the board\n\n${'Nothing was decided here. '.repeat(100)}${margins}`;
  await composer(page).fill(text);
  await expect(page.getByText('characters over the limit')).toBeVisible();
  await expect(sendButton(page)).toBeDisabled();
  await page.getByRole('button', { name: 'attach as text file' }).click();
  await expect(attached(page, 'Minutes of the board.txt')).toContainText('Ready');
  await expect(composer(page)).toHaveValue('');
  await expect(composer(page)).toBeFocused();
  await send(page, 'How much will margins widen?');
  await expect(card(page, 'Minutes of the board.txt')).toContainText('Extracted Text: Minutes of the board');
  await expect(answer(page)).toContainText(margins);
});

test('a file can be sent without text, and renamed before', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  await openDialog(page);
  await choose(page, [letter]);
  await page.getByRole('button', { name: /^Edit file/ }).click();
  await page.getByLabel('Name').fill('Dividend');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(attached(page, 'Dividend.docx')).toContainText('Ready');
  await sendButton(page).click();
  await waitForAnswer(page);
  await expect(card(page, 'Dividend.docx')).toContainText('dividend of 1.20 euros');
});

test('images can be cropped one after another, and are uploaded as they were saved', async ({
  guardedPage: page,
  server,
}) => {
  await signUp(page, server);
  await openDialog(page);
  await choose(page, [await chart(), await photo()]);
  await cropSquare(page, 'chart.png');
  // Encoding an image takes seconds on a busy machine; an upload must not send the original instead.
  await page.evaluate(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (...args) {
      addEventListener('encode', () => toBlob.apply(this, args), { once: true });
    };
  });
  await cropSquare(page, 'photo.jpg');
  await page.getByRole('button', { name: 'Upload 2 files' }).click();
  await page.evaluate(() => dispatchEvent(new Event('encode')));
  await expect(attached(page, 'chart.png')).toContainText('Ready');
  await expect(attached(page, 'photo.jpg')).toContainText('Ready');
  await sendButton(page).click();
  await expect.poll(() => sizeOf(page, 'chart.png')).toBe('400 x 400');
  await expect.poll(() => sizeOf(page, 'photo.jpg')).toBe('300 x 300');
});

async function cropSquare(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Edit file ${name}` }).click();
  await page.getByRole('button', { name: 'Edit image' }).click();
  await page.getByRole('button', { name: 'Crop square' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
}

const sizeOf = (page: Page, name: string) =>
  card(page, name)
    .getByRole('img', { name })
    .evaluate((img: HTMLImageElement) => `${img.naturalWidth} x ${img.naturalHeight}`);

test('pending files and the draft survive a reload, and pasted files upload at once', async ({
  guardedPage: page,
  server,
}) => {
  await signUp(page, server);
  await attachByDialog(page, [report]);
  await transferFiles(page, 'paste', [await chart('image.png')]);
  await expect(attached(page, 'image.png')).toContainText('Ready');
  await composer(page).fill('What is');
  await page.reload();
  await expect(attached(page, report.name)).toContainText('Ready');
  await expect(attached(page, 'image.png')).toContainText('Ready');
  await expect(composer(page)).toHaveValue('What is');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type(' this?');
  await expect(composer(page)).toHaveValue('What is this?');
  await sendButton(page).click();
  await waitForAnswer(page);
  await expect(card(page, report.name)).toBeVisible();
  await expect(card(page, 'image.png')).toBeVisible();
  await page.reload();
  await expect(card(page, 'image.png')).toBeVisible();
  await expect(attachedList(page)).toBeHidden();
});

test('unsupported files are rejected with a reason, and the others are kept', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  const tool: TestFile = { name: 'tool.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') };
  const huge = { ...report, name: 'huge.pdf', buffer: Buffer.concat([report.buffer, Buffer.alloc(10_485_760)]) };
  await openDialog(page);
  await choose(page, [tool]);
  await expect(uploadDialog(page).getByText('This file type is not allowed').first()).toBeVisible();
  await choose(page, [huge]);
  await expect(uploadDialog(page).getByText('File is larger than 10 MB').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(uploadDialog(page)).toBeHidden();

  await transferFiles(page, 'drop', [tool, huge, report]);
  const refusals = page.getByRole('alert').filter({ hasText: 'tool.exe' });
  await expect(refusals).toContainText('tool.exe: This file type is not allowed');
  await expect(refusals).toContainText('huge.pdf: File is larger than 10 MB');
  await expect(attached(page, report.name)).toContainText('Ready');

  await transferFiles(page, 'drop', [letter, contract, await chart(), await photo(), await chart('one-more.png')]);
  await expect(page.getByText('At most 5 files per message')).toBeVisible();
  await expect(attachedList(page).getByRole('listitem')).toHaveCount(5);

  await expect(page.getByRole('button', { name: 'Attach files' })).toHaveAttribute('aria-disabled', 'true');

  // The server checks the actual bytes.
  await page.getByRole('button', { name: 'Clear all' }).click();
  await transferFiles(page, 'drop', [
    { ...(await chart('really.png')), buffer: Buffer.from('<html><script>alert(1)</script>') },
  ]);
  await expect(attached(page, 'really.png')).toContainText('This file type is not allowed');
  await expect(attached(page, 'really.png').getByRole('button', { name: /^Retry/ })).toBeHidden();
  await expect(sendButton(page)).toBeDisabled();
});

/**
 * Throttles the connection, so that a test can act during an upload, or takes it down. Bytes per second; -1 is
 * unlimited.
 */
async function connectionOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  return (uploadThroughput: number, offline = false) =>
    session.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput });
}

test('with a bucket, the browser uploads to it and downloads from it directly', async ({ page }) => {
  const cors: CorsRule[] = [];
  const store = await startS3Server({ cors });
  const product = await startServer({
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: store.bucket,
    S3_REGION: store.account.region,
    S3_ACCESS_KEY_ID: store.account.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.account.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
  });
  cors.push({ origins: [product.url], methods: ['PUT'], headers: ['content-type', 'if-none-match'] });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(new URL(request.url()).origin);
  });
  await signUp(page, product);
  await attachByDialog(page, [report]);
  await transferFiles(page, 'paste', [await chart()]);
  await expect(attached(page, 'chart.png')).toContainText('Ready');
  await send(page, 'How much will margins widen?');
  await expect(answer(page)).toContainText(margins);
  expect(sent).toEqual([store.endpoint, store.endpoint]);
  // Previews are served by the product, to the owner only, because the bucket is private.
  await card(page, 'chart.png').getByRole('img').first().waitFor();
  expect([...store.objects.values()].some(({ type }) => type === 'application/pdf')).toBe(true);
  await product.dispose();
  await store.close();
});

test('an upload survives a minute without a connection', async ({ page }) => {
  await page.clock.install();
  // Offline mode does not affect running requests, so the proxy disconnects as well.
  const proxy = await startChaosProxy(0);
  const url = `http://localhost:${proxy.port}`;
  const product = await startServer({ PUBLIC_URL: url });
  proxy.retarget(Number(new URL(product.url).port));
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.method()));
  await signUp(page, { url });
  const connect = await connectionOf(page);
  await connect(400_000);
  await transferFiles(page, 'drop', [await largeImage()]);
  const row = attached(page, 'large.png');
  await expect(row).toContainText(/Uploading [1-9]\d?%/);
  await expect(sendButton(page)).toHaveAttribute('aria-disabled', 'true');
  proxy.refuse(true);
  proxy.cut('reset');
  await connect(400_000, true);
  await expect(row).toContainText('Waiting for the connection');
  await page.clock.runFor(60_000);
  await expect(row).toContainText('Waiting for the connection');
  proxy.refuse(false);
  await connect(-1);
  await expect(row).toContainText('Ready');
  expect(failed).toContain('PUT');
  await sendButton(page).click();
  await waitForAnswer(page);
  await expect(card(page, 'large.png')).toContainText('IMAGE');
  await product.dispose();
  await proxy.close();
});

test('with a Companion, files can be picked from cloud storage', async ({ page, server }) => {
  const product = await startServer({ COMPANION_URL: 'http://127.0.0.1:9' });
  await signUp(page, product);
  await openDialog(page);
  await expect(uploadDialog(page).getByText('Dropbox')).toBeVisible();
  await product.dispose();
  await page.context().clearCookies();
  await signUp(page, server);
  await openDialog(page);
  await expect(uploadDialog(page).getByText('Dropbox')).toBeHidden();
});

test('a reload during an upload needs confirmation, and cancelling it keeps the upload', async ({ page, server }) => {
  await signUp(page, server);
  const connect = await connectionOf(page);
  await connect(300_000);
  await transferFiles(page, 'drop', [await largeImage()]);
  const row = attached(page, 'large.png');
  await expect(row).toContainText(/Uploading [1-9]\d?%/);
  const asked = new Promise<string>((resolve) =>
    page.once('dialog', async (dialog) => {
      await dialog.dismiss();
      resolve(dialog.type());
    }),
  );
  // Browsers only ask after the user has interacted with the page.
  await composer(page).click();
  void page.reload().catch(() => {});
  expect(await asked).toBe('beforeunload');
  await connect(-1);
  await expect(row).toContainText('Ready');
});

test('an upload can be paused, resumed and canceled', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  const connect = await connectionOf(page);
  await connect(300_000);
  await transferFiles(page, 'drop', [await largeImage()]);
  const row = attached(page, 'large.png');
  await expect(row).toContainText(/Uploading [1-9]\d?%/);
  await row.getByRole('button', { name: 'Pause' }).click();
  await expect(row).toContainText(/Paused at \d+%/);
  await connect(-1);
  await row.getByRole('button', { name: 'Resume' }).click();
  await expect(row).toContainText('Ready');
  await connect(300_000);
  await transferFiles(page, 'drop', [{ ...(await largeImage()), name: 'second.png' }]);
  await expect(attached(page, 'second.png')).toContainText(/Uploading \d+%/);
  await attached(page, 'second.png').getByRole('button', { name: 'Cancel' }).click();
  await expect(attached(page, 'second.png')).toBeHidden();
  await expect(sendButton(page)).toBeEnabled();
});

test('files are removed one by one and all at once', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  await attachByDialog(page, [report, letter, contract]);
  await attached(page, letter.name).getByRole('button', { name: 'Remove' }).click();
  await expect(attachedList(page).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear all' }).press('Enter');
  await expect(attachedList(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();
  await expect(sendButton(page)).toBeDisabled();
  await page.reload();
  await composer(page).waitFor();
  await expect(attachedList(page)).toBeHidden();
});

test('the dialog shows why an upload failed, and retries it', async ({ page, server }) => {
  await signUp(page, server);
  await openDialog(page);
  await choose(page, [report, letter]);
  const words = 'There is no room for files right now.';
  await page.route('**/objects/*', (route) => route.fulfill({ status: 507, json: { message: words } }), { times: 1 });
  await page.getByRole('button', { name: 'Upload 2 files' }).click();
  const alert = uploadDialog(page).getByRole('alert').filter({ hasText: words });
  await expect(alert).toBeVisible();
  await expectAccessible(page, 'an upload that failed');
  // Uploaded files are already in the draft; the failed one follows.
  await page.getByRole('button', { name: 'Retry upload' }).click();
  await expect(uploadDialog(page)).toBeHidden();
  await expect(attached(page, report.name)).toContainText('Ready');
  await expect(attached(page, letter.name)).toContainText('Ready');
  await expect(attachedList(page).getByRole('listitem')).toHaveCount(2);
});

test('a file added during an upload stays in the dialog until it is uploaded', async ({
  guardedPage: page,
  server,
}) => {
  await signUp(page, server);
  await openDialog(page);
  await choose(page, [report]);
  const release = await hold(page, '**/objects/*');
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await uploadDialog(page).getByRole('button', { name: 'Add more' }).click();
  await choose(page, [letter]);
  await expect(uploadDialog(page).getByText(letter.name)).toBeVisible();
  release();
  await expect(attached(page, report.name)).toContainText('Ready');
  await uploadDialog(page).getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(uploadDialog(page)).toBeHidden();
  await expect(attached(page, letter.name)).toContainText('Ready');
  await expect(attachedList(page).getByRole('listitem')).toHaveCount(2);
});

test('a failed send restores the text and the files', async ({ page, server }) => {
  await signUp(page, server);
  await attachByDialog(page, [report]);
  await page.route('**/trpc/messages.send*', (route) => route.abort());
  await composer(page).fill('How much will margins widen?');
  await sendButton(page).click();
  await expect(page.getByText(/^Not sent\./)).toBeVisible();
  await expect(composer(page)).toHaveValue('How much will margins widen?');
  await expect(attached(page, report.name)).toContainText('Ready');
  await page.unroute('**/trpc/messages.send*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await waitForAnswer(page);
  await expect(answer(page)).toContainText(margins);
  await expect(attachedList(page)).toBeHidden();
});

test('images open full size, and can be browsed by keyboard', async ({ guardedPage: page, server }) => {
  await signUp(page, server);
  await attachByDialog(page, [await chart(), await photo()]);
  await send(page, 'Two pictures');
  const opener = question(page).getByRole('button', { name: 'View chart.png' });
  // An image can be opened once its preview has loaded.
  await expect(question(page).getByRole('button', { name: 'View photo.jpg' })).toBeVisible();
  await opener.click();
  await expect(page.getByRole('dialog', { name: 'chart.png' }).getByRole('img', { name: 'chart.png' })).toBeVisible();
  // The dialog takes the focus shortly after it is shown.
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'photo.jpg' }).getByRole('img', { name: 'photo.jpg' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next image' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(opener).toBeFocused();
});
