import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { sentFilesWords as words } from '~/client/words/sent-files';
import { limits } from '~/shared/limits';
import type { Attachment } from '~/shared/schemas/messages';
import { AttachmentList } from './attachment-list';

const image = (name: string): Attachment => ({
  name,
  type: 'image/png',
  size: 2048,
  url: `/objects/${name}`,
  previewUrl: `/objects/${name}/preview`,
  width: 640,
  height: 480,
});
const report: Attachment = {
  name: 'report.pdf',
  type: 'application/pdf',
  size: 2048,
  url: '/objects/report',
  state: 'ready',
  processedType: 'pdf',
  extractedText: 'Rates rose.',
};
const images = [image('one.png'), report, image('two.png')];
const dialog = () => screen.getByRole<HTMLDialogElement>('dialog');
const press = (name: string) => within(dialog()).getByRole<HTMLButtonElement>('button', { name });
const large = () => within(dialog()).getByRole('img', { name: /\.png$/ });

async function open(name: string) {
  const app = renderInApp(<AttachmentList attachments={images} />);
  await app.user.click(screen.getByRole('button', { name: words.view(name) }));
  await screen.findByRole('dialog', { name });
  return app;
}

it('shows the extracted text of a file, and links to the file in a new tab', () => {
  renderInApp(<AttachmentList attachments={[report]} />);
  const card = within(screen.getByRole('list', { name: words.attachments })).getByRole('listitem');
  expect(card.textContent).toContain('2 KB· PDF');
  expect(card.textContent).toContain(`${words.extractedText} Rates rose.`);
  const link = within(card).getByRole('link', { name: `report.pdf ${words.opensInNewTab}` });
  expect(link.getAttribute('href')).toBe('/objects/report');
  expect(link.getAttribute('rel')).toBe('noopener');
});

it('shows only the beginning of a long text', () => {
  const text = 'x'.repeat(limits.extractedTextPreviewCharacters + 1);
  renderInApp(<AttachmentList attachments={[{ ...report, extractedText: text }]} />);
  expect(document.body.textContent).toContain(`${'x'.repeat(limits.extractedTextPreviewCharacters)}…`);
  expect(document.body.textContent).not.toContain(text);
});

it.each([
  ['queued', words.waitingToBeRead],
  ['failed', words.couldNotBeRead],
] as const)('shows the processing progress of a file that is %s', (state, shown) => {
  renderInApp(<AttachmentList attachments={[{ ...report, state, processingError: 'It is encrypted' }]} />);
  expect(screen.getByText(shown)).toBeDefined();
  expect(document.body.textContent).toContain(`${words.processingError} It is encrypted`);
});

it('shows why an image has no preview, but no note about missing text beside a preview', () => {
  const note = 'Images of this type can be downloaded, but not previewed or searched.';
  const photo: Attachment = {
    name: 'photo.heic',
    type: 'image/heic',
    size: 2048,
    url: '/objects/photo',
    state: 'ready',
  };
  const noText = "This server can't read text in images.";
  const attachments = [
    { ...photo, note },
    { ...image('one.png'), note: noText },
    { ...report, note: noText },
  ];
  renderInApp(<AttachmentList attachments={attachments} />);
  expect(screen.getByText(note)).toBeDefined();
  expect(screen.queryByText(noText)).toBeNull();
});

it('does not link to a file that is not on the server yet', () => {
  renderInApp(<AttachmentList attachments={[{ ...report, url: '' }]} />);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText('report.pdf')).toBeDefined();
});

it('opens an image in the lightbox, and the next with a button or an arrow key, skipping other files', async () => {
  const { user } = await open('one.png');
  expect(large().getAttribute('src')).toBe('/objects/one.png');
  expect(screen.getByText('640 × 480 · 2 KB')).toBeDefined();
  expect(press(words.previousImage).disabled).toBe(true);
  await user.click(press(words.nextImage));
  expect(dialog().getAttribute('aria-label')).toBe('two.png');
  expect(press(words.nextImage).disabled).toBe(true);
  fireEvent.keyDown(dialog(), { key: 'ArrowRight' });
  expect(dialog().getAttribute('aria-label')).toBe('two.png');
  fireEvent.keyDown(dialog(), { key: 'ArrowLeft' });
  expect(large().getAttribute('src')).toBe('/objects/one.png');
});

it("shows the converted copy of an image whose type this browser can't display", async () => {
  await open('one.png');
  fireEvent.error(large());
  expect(large().getAttribute('src')).toBe('/objects/one.png/preview');
});

it('is closed with its button and with Escape', async () => {
  const { user } = await open('two.png');
  await user.click(press(words.close));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: words.view('one.png') }));
  fireEvent(dialog(), new Event('cancel', { cancelable: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('has no previous and next buttons for a single image', async () => {
  const { user } = renderInApp(<AttachmentList attachments={[image('one.png')]} />);
  await user.click(screen.getByRole('button', { name: words.view('one.png') }));
  await screen.findByRole('dialog', { name: 'one.png' });
  expect(within(dialog()).queryByRole('button', { name: words.nextImage })).toBeNull();
  expect(within(dialog()).getByRole('link').getAttribute('href')).toBe('/objects/one.png');
});
