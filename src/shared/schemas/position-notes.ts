/** Dated notes of administrators about a position, in Markdown. */
import { z } from 'zod';
import { limits } from '~/shared/limits';
import { id, time } from './output';
import { storableText, uuid } from './text';

const text = storableText
  .trim()
  .min(1, 'Note is empty')
  .max(limits.noteCharacters, `Note must be ${limits.noteCharacters} characters or fewer`);

export const addNoteInput = z.object({ id: uuid, text });
export const noteId = z.object({ id: uuid, noteId: uuid });
export const editNoteInput = noteId.extend({
  version: z.int().min(1).describe('Of the version that is replaced'),
  text,
});
export type EditNoteInput = z.infer<typeof editNoteInput>;

const noteVersion = z.strictObject({
  version: z.int(),
  text: z.string().describe('Markdown'),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of `text`, which a ledger entry contains'),
  writtenAt: time,
});

export const positionNote = noteVersion
  .extend({
    id,
    author: z.string().nullable().describe('Null without a name, and after the account was deleted'),
    mayEdit: z.boolean(),
    createdAt: time,
    earlier: z.array(noteVersion).describe('Newest first'),
  })
  .meta({ id: 'PositionNote' });
export type PositionNote = z.infer<typeof positionNote>;
export const positionNotes = z.array(positionNote);
