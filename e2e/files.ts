import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { makeDoc } from '~/server/testing/inputs/make-doc';
import { makeDocx, makePdf } from '~/server/testing/inputs/make-files';
import { composer, waitForAnswer } from './chat';
import { expect } from './fixtures';

/** A file on the user's device. */
export interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const margins = 'The board expects margins to widen by two points next year.';

export const report: TestFile = {
  name: 'Northwind report.pdf',
  mimeType: 'application/pdf',
  buffer: makePdf([
    ['Quarterly report of Northwind Trading', '', 'Revenue grew by 12 percent, to 48.2 million euros.'],
    ['Outlook', '', margins],
  ]),
};
export const letter: TestFile = {
  name: 'Board letter.docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: makeDocx(['Dear board,', 'We propose a dividend of 1.20 euros per share.']),
};
export const contract: TestFile = {
  name: 'Old contract.doc',
  mimeType: 'application/msword',
  buffer: makeDoc('This contract ends on 31 March 2027 unless it is renewed.'),
};
export const chart = async (name = 'chart.png'): Promise<TestFile> => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 640, height: 400, channels: 3, background: '#2b6cb0' } })
    .png()
    .toBuffer(),
});
export const photo = async (): Promise<TestFile> => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 300, height: 500, channels: 3, background: '#a05030' } })
    .jpeg()
    .toBuffer(),
});
/** An image of a few megabytes: noise, which can't be compressed. */
export async function largeImage(): Promise<TestFile> {
  const edge = 1100;
  const noise = Buffer.from(Array.from({ length: edge * edge * 3 }, () => Math.floor(Math.random() * 256)));
  const raw = { width: edge, height: edge, channels: 3 as const };
  return { name: 'large.png', mimeType: 'image/png', buffer: await sharp(noise, { raw }).png().toBuffer() };
}

export const attachedList = (page: Page) => page.getByRole('list', { name: 'Attached Files' });
export const attached = (page: Page, name: string) =>
  attachedList(page).getByRole('listitem').filter({ hasText: name });
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send message' });
export const uploadDialog = (page: Page) => page.getByRole('dialog', { name: 'Attach files' });

export async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Attach files' }).click();
  await expect(uploadDialog(page).getByText('Drop files here')).toBeVisible();
}

/** Chooses files in the open dialog. */
export async function choose(page: Page, files: TestFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await uploadDialog(page).getByRole('button', { name: 'choose from your device' }).click();
  await (await chooser).setFiles(files);
}

export async function attachByDialog(page: Page, files: TestFile[]): Promise<void> {
  await openDialog(page);
  await choose(page, files);
  await uploadDialog(page)
    .getByRole('button', { name: `Upload ${files.length} file` })
    .click();
  await expect(uploadDialog(page)).toBeHidden();
  for (const { name } of files) await expect(attached(page, name)).toContainText('Ready');
}

/** Pastes files into the composer or drops them on it. */
export async function transferFiles(page: Page, how: 'paste' | 'drop', files: TestFile[]): Promise<void> {
  const parts = files.map(({ name, mimeType, buffer }) => {
    // Large files end with zeros, which need not be transferred to the page.
    const end = buffer.findLastIndex((byte) => byte !== 0) + 1;
    return { name, mimeType, size: buffer.length, base64: buffer.subarray(0, end).toString('base64') };
  });
  const data = await page.evaluateHandle(async (given) => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, base64, size } of given) {
      const bytes = new Uint8Array(size);
      bytes.set(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)));
      transfer.items.add(new File([bytes], name, { type: mimeType }));
    }
    return transfer;
  }, parts);
  await page.getByPlaceholder('Message qChat...').evaluate(
    (box, { transfer, kind }) => {
      const init = { bubbles: true, cancelable: true };
      if (kind === 'paste') box.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: transfer }));
      else {
        box.dispatchEvent(new DragEvent('dragover', { ...init, dataTransfer: transfer }));
        box.dispatchEvent(new DragEvent('drop', { ...init, dataTransfer: transfer }));
      }
    },
    { transfer: data, kind: how },
  );
}

export const question = (page: Page) => page.getByRole('article', { name: 'Your message' }).last();
export const card = (page: Page, name: string) => question(page).getByRole('listitem').filter({ hasText: name });

export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await sendButton(page).click();
  await waitForAnswer(page);
}
