import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import type { Attachment } from '~/shared/schemas/messages';
import { AttachmentCard } from './attachment-card';

const scan: Attachment = {
  name: 'scan.pdf',
  type: 'application/pdf',
  size: 2048,
  url: '/objects/scan',
  state: 'reading',
};

it('shows the processing progress of a file, without announcing each page', () => {
  const shown = (attachment: Attachment) => <AttachmentCard attachment={attachment} onOpen={() => {}} />;
  const { rerender } = renderInApp(shown(scan));
  expect(screen.getByRole('status').textContent).toContain('Processing');
  rerender(shown({ ...scan, progress: { activity: 'recognizing', unit: 'page', current: 3, total: 20 } }));
  expect(screen.getByRole('listitem').textContent).toContain('Recognizing text on page 3 of 20');
  expect(screen.queryByRole('status')).toBeNull();
});

it('shows the start of the extracted text, without half of a character at its end', () => {
  const extractedText = `${'x'.repeat(199)}🙂 and more`;
  renderInApp(<AttachmentCard attachment={{ ...scan, state: 'ready', extractedText }} onOpen={() => {}} />);
  expect(screen.getByRole('listitem').textContent).toMatch(/ x{199}…$/);
});
