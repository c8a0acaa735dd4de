import { z } from 'zod';
import { id, time } from './output';
import { uuid } from './text';

export const snapshotInput = z.object({ messageId: uuid, snapshotId: uuid });

/** A web page as it was read for an answer. */
export const snapshot = z
  .strictObject({
    id,
    url: z.string().describe('The address that the answer cites'),
    canonicalUrl: z.string().describe('The address that the page gives itself'),
    title: z.string(),
    site: z.string(),
    author: z.string().optional(),
    publishedAt: z.string().optional().describe('As the page states it: a date or a time'),
    text: z.string(),
    contentHash: z.string().describe('SHA-256 of the text, in hexadecimal digits'),
    isCut: z.boolean().describe('The page is longer than the text'),
    readAt: time,
    changedAt: time
      .nullable()
      .describe('When one of your later answers read another text at the address; null if none did'),
  })
  .meta({ id: 'Snapshot' });
export type Snapshot = z.infer<typeof snapshot>;
