/** The sources of an answer, and whether they support it. */
import { z } from 'zod';
import { id } from './output';

export const verdicts = ['pending', 'quote', 'figures', 'partial', 'differs', 'absent', 'unreadable'] as const;
export type Verdict = (typeof verdicts)[number];

/** Whether a source supports what it is cited for. Only `quote` may be shown as verified. */
const citationCheck = z
  .strictObject({
    verdict: z
      .enum(verdicts)
      .describe(
        'quote: the quotation is in the source word for word. figures: the figures, dates and names of the sentence are in the source, close together. partial: some are. differs: a similar passage or another place was found. absent: nothing was found. unreadable: the source could not be read. pending: not checked yet',
      ),
    missing: z.array(z.string()).optional().describe('Words, figures or places of the answer that the source lacks'),
    passage: z.string().optional().describe('The text of the source at that place'),
    reason: z.string().optional().describe('Why the source could not be read'),
    snapshotId: id.optional().describe('The page as it was read for the check'),
    checkedAt: z.iso.datetime(),
  })
  .meta({ id: 'CitationCheck' });
export type CitationCheck = z.infer<typeof citationCheck>;

export const citation = z
  .strictObject({
    source: z.string(),
    url: z.string().optional(),
    title: z.string().optional(),
    publishedAt: z.string().optional().describe('When the page was published, as it states itself'),
    start: z.int().optional().describe('Offset in the text of the answer'),
    end: z.int().optional(),
    quote: z.string().optional(),
    objectId: id.optional().describe('Your file that the citation is from'),
    documentId: id.optional().describe('The document of a collection that the citation is from'),
    page: z.int().optional(),
    sourceStart: z.int().nonnegative().optional().describe('Offset of the passage in the text of the file or page'),
    sourceEnd: z.int().nonnegative().optional(),
    check: citationCheck.optional(),
  })
  .meta({ id: 'Citation' });
export type Citation = z.infer<typeof citation>;
