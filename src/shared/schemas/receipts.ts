/** An answer with its evidence, as one file that can be verified without this installation. */
import { z } from 'zod';
import { citation } from './citations';
import { activity } from './messages';
import { id } from './output';

export const receiptFormat = 'answer-receipt';

const receiptPage = z
  .strictObject({
    snapshotId: id,
    url: z.string(),
    title: z.string(),
    site: z.string(),
    readAt: z.iso.datetime(),
    contentHash: z.string().describe('SHA-256 of `text`'),
    isCut: z.boolean().describe('Only the beginning of a long page is kept'),
    text: z.string().describe('The page as it was read'),
  })
  .meta({ id: 'ReceiptPage' });

export const answerReceipt = z
  .strictObject({
    format: z.literal(receiptFormat),
    version: z.literal(1),
    question: z.string(),
    answer: z.strictObject({
      id,
      text: z.string(),
      model: z.string().nullable(),
      status: z.string().nullable(),
      createdAt: z.iso.datetime(),
    }),
    steps: z.array(activity),
    citations: z.array(citation),
    pages: z.array(receiptPage),
    hash: z.string().describe('SHA-256 of this object as JSON, without `hash`'),
  })
  .meta({ id: 'AnswerReceipt' });
export type AnswerReceipt = z.infer<typeof answerReceipt>;
