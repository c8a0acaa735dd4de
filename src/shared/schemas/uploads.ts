import { z } from 'zod';
import { limits } from '~/shared/limits';
import { id } from './output';
import { storableText, uuid } from './text';

/**
 * Size and type are optional. Without them, the link accepts any file within the limit. The server checks the size,
 * because files that are too large have an error status of their own.
 */
export const createUploadInput = z
  .object({
    size: z.number().int().positive('The file is empty').optional(),
    type: storableText.max(255).optional(),
  })
  .default({});

/** The size limit is a server setting, which the server checks. */
export const createPartsInput = z.object({ size: z.number().int().positive('The file is empty') });

export const partsTarget = z
  .strictObject({
    id,
    objectPath: z.string().describe('Path of the file after the upload is completed and confirmed'),
    partBytes: z.int().positive().describe('Size of every part but the last'),
  })
  .meta({ id: 'PartsTarget' });
export type PartsTarget = z.infer<typeof partsTarget>;

export const signPartInput = z.object({ id: uuid, part: z.number().int().positive() });

export const partTarget = z
  .strictObject({
    uploadURL: z.string().describe('Accepts the bytes of the part with PUT, within 15 minutes'),
    headers: z.record(z.string(), z.string()).describe('Send these headers with the bytes, unchanged'),
  })
  .meta({ id: 'PartTarget' });
export type PartTarget = z.infer<typeof partTarget>;

export const storedParts = z
  .strictObject({ parts: z.array(z.int().positive()).describe('Numbers of the parts that have arrived') })
  .meta({ id: 'StoredParts' });

export const completedUpload = z.strictObject({ objectPath: z.string() }).meta({ id: 'CompletedUpload' });

export const claimUploadInput = z.object({
  fileURL: storableText.min(1, 'fileURL is required').max(4096, 'fileURL is too long'),
  name: storableText.min(1).max(1000).optional(),
  type: storableText.max(255).optional(),
});
export type ClaimUploadInput = z.infer<typeof claimUploadInput>;

/** Text that is too long for a message is attached as a file. */
export const attachTextInput = z.object({
  name: storableText.min(1).max(1000).optional(),
  text: storableText
    .max(limits.attachedTextCharacters, 'A text can have at most 500,000 characters')
    .refine((text) => text.trim() !== '', 'The text is empty'),
});
export type AttachTextInput = z.infer<typeof attachTextInput>;

export const objectId = z.object({ id: uuid });
/** The position of a quoted passage in a file. If `quote` is not at `start`, it is searched for. */
export const passageInput = z.object({
  id: uuid,
  quote: storableText.min(1).max(4000),
  start: z.number().int().nonnegative().optional(),
});
export type PassageInput = z.infer<typeof passageInput>;

export const uploadTarget = z
  .strictObject({
    uploadURL: z.string().describe('Accepts one PUT with the bytes, within 15 minutes'),
    headers: z.record(z.string(), z.string()).describe('Send these headers with the bytes, unchanged'),
    objectPath: z.string().describe('Path of the file after the upload is confirmed'),
  })
  .meta({ id: 'UploadTarget' });
export type UploadTarget = z.infer<typeof uploadTarget>;

export const readStates = ['queued', 'reading', 'ready', 'failed'] as const;

/** The processing progress of a file. */
export const readingProgress = z
  .strictObject({
    activity: z.enum(['reading', 'recognizing']).describe('recognizing: text in the images of scanned pages'),
    unit: z.enum(['page', 'sheet', 'slide']),
    current: z.int().positive().describe('From 1'),
    total: z.int().positive(),
  })
  .meta({ id: 'ReadingProgress' });
export type ReadingProgress = z.infer<typeof readingProgress>;

export const claimedFile = z
  .strictObject({
    id,
    objectPath: z.string(),
    name: z.string(),
    type: z.string().describe('MIME type, detected from the bytes'),
    size: z.int().nonnegative().describe('Bytes'),
    state: z.enum(readStates),
  })
  .meta({ id: 'ClaimedFile' });
export type ClaimedUpload = z.infer<typeof claimedFile>;

/** A quoted passage with its surrounding text. */
export const quotedPassage = z.strictObject({
  name: z.string(),
  page: z.int().optional(),
  before: z.string(),
  quote: z.string(),
  after: z.string(),
});
export type QuotedPassage = z.infer<typeof quotedPassage>;
