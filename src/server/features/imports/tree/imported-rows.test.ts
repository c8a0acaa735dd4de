import { expect, it } from 'vitest';
import type { Draft, DraftMessage } from '~/server/features/imports/formats/draft';
import { limits } from '~/shared/limits';
import { importedRows } from './imported-rows';

/** A text of `length` UTF-16 code units, followed by a character that needs two. */
const before = (length: number) => `${'a'.repeat(length - 1)}\u{1F4C8} and more`;
const message: DraftMessage = { id: 'm', parentId: null, role: 'assistant', text: 'Text', createdAt: null };
const draft: Draft = {
  source: 'chatgpt',
  id: 'd',
  title: 'Title',
  createdAt: null,
  updatedAt: null,
  isPinned: false,
  isArchived: false,
  current: null,
  messages: [message],
};

it('shortens titles, texts and names at whole characters', () => {
  const rows = importedRows(
    {
      ...draft,
      title: before(limits.titleCharacters),
      messages: [
        {
          ...message,
          text: before(limits.importedMessageCharacters),
          model: before(255),
          files: [before(255)],
          checks: [before(500)],
          citations: [{ source: 'example.com', quote: before(2000) }],
          reasoning: { text: before(limits.reasoningCharacters), milliseconds: 1 },
        },
      ],
    },
    'user',
  );
  if ('reason' in rows) throw new Error(rows.reason);
  const shortened = (length: number) => 'a'.repeat(length - 1);
  expect(rows.title).toBe(shortened(limits.titleCharacters));
  expect(rows.messages.at(-1)?.content).toBe(shortened(limits.importedMessageCharacters));
  expect(rows.messages.at(-1)?.metadata).toMatchObject({
    model: shortened(255),
    citations: [{ quote: shortened(2000) }],
    reasoning: { text: shortened(limits.reasoningCharacters) },
    imported: { files: [shortened(255)], checks: [shortened(500)], isShortened: true },
  });
});

it('keeps the warnings of an answer, also of one in several parts', () => {
  const parts: DraftMessage[] = [
    { ...message, id: 'q', role: 'user', isShortened: true },
    { ...message, parentId: 'q' },
    { ...message, id: 'n', parentId: 'm', isUnreviewed: true, isShortened: true },
  ];
  const rows = importedRows({ ...draft, messages: parts }, 'user');
  if ('reason' in rows) throw new Error(rows.reason);
  const imported = { source: 'chatgpt', isShortened: true };
  expect(rows.messages.map(({ metadata }) => metadata)).toEqual([
    { imported },
    { status: 'complete', isUnreviewed: true, imported },
  ]);
});
