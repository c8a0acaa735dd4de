import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChatMessage, MessageMetadata } from '~/shared/schemas/messages';
import { useReadyNotice } from './use-ready-notice';

const answer = (id: string, metadata: MessageMetadata): ChatMessage => ({
  id,
  conversationId: 'c',
  parentId: null,
  role: 'assistant',
  content: 'Rates fell.',
  attachments: [],
  metadata,
  createdAt: new Date('2026-11-22T12:00:00Z'),
});
const [running, complete, stopped] = [
  answer('a', { processing: true }),
  answer('a', { status: 'complete' }),
  answer('a', { status: 'stopped' }),
];

beforeEach(() => {
  document.title = 'Rates';
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
});
afterEach(() => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  vi.restoreAllMocks();
});

const show = (...messages: (ChatMessage | undefined)[]) => {
  const { rerender } = renderHook(useReadyNotice, { initialProps: messages[0] });
  for (const message of messages.slice(1)) rerender(message);
  return document.title;
};

it('marks the title when an answer ends while the tab is hidden', () => {
  expect(show(running, complete)).toBe('● Rates');
});

it.each([
  ['was stopped by the user', [running, stopped]],
  ['was there before', [undefined, complete]],
  ['belongs to another conversation', [running, answer('b', { status: 'complete' })]],
])('does not mark the title for an answer that %s', (_, messages) => {
  expect(show(...messages)).toBe('Rates');
});
