import { z } from 'zod';
import { limits } from '~/shared/limits';
import { storableText, uuid } from './text';

/** Size and type are optional: without them the link takes any file within the limit. */
export const createUploadInput = z
  .object({
    size: z
      .number()
      .int()
      .positive('The file is empty')
      .max(limits.attachmentBytes, 'File is larger than 10 MB')
      .optional(),
    type: storableText.max(255).optional(),
  })
  .default({});

export const claimUploadInput = z.object({
  fileURL: storableText.min(1, 'fileURL is required').max(4096, 'fileURL is too long'),
  name: storableText.min(1).max(1000).optional(),
  type: storableText.max(255).optional(),
});
export type ClaimUploadInput = z.infer<typeof claimUploadInput>;

/** A text too long for a message, as a file of its own. */
export const attachTextInput = z.object({
  name: storableText.min(1).max(1000).optional(),
  text: storableText
    .max(limits.attachedTextCharacters, 'A text can have at most 500,000 characters')
    .refine((text) => text.trim() !== '', 'The text is empty'),
});
export type AttachTextInput = z.infer<typeof attachTextInput>;

export const objectId = z.object({ id: uuid });
/** Where in a file a quoted passage stands; `quote` is looked for when `start` is not known. */
export const passageInput = z.object({ id: uuid, quote: storableText.min(1).max(4000) });

export interface UploadTarget {
  /** Takes one PUT with the bytes, within 15 minutes. */
  uploadURL: string;
  /** To be sent with the bytes, exactly as they are. */
  headers: Record<string, string>;
  /** The path under which the file is read once it is claimed. */
  objectPath: string;
}

export interface ClaimedUpload {
  id: string;
  objectPath: string;
  name: string;
  type: string;
  size: number;
  state: 'queued' | 'reading' | 'ready' | 'failed';
}

/** A quoted passage in its surroundings. */
export interface QuotedPassage {
  name: string;
  page?: number;
  before: string;
  quote: string;
  after: string;
}
