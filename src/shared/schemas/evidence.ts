/** Evidence for a thesis: the copy of a checked source of an answer. */
import { z } from 'zod';
import { limits } from '~/shared/limits';
import { verdicts } from './citations';
import { id, pageOf, time } from './output';
import { storableText, uuid } from './text';

/** Excludes running checks, which have no result yet. */
const evidenceVerdicts = verdicts.filter((verdict) => verdict !== 'pending');

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A source as it was checked, with its fields in the order of the hashed text. */
const checkedSource = {
  kind: z.enum(['page', 'file']).describe('page: of the web. file: a file or document'),
  title: z.string(),
  url: z.string().optional().describe('Of a web page; only http and https'),
  page: z.int().optional().describe('Page of the file'),
  publishedAt: z.string().optional().describe('When the page was published, as it states itself'),
  passage: z.string().optional().describe('The text of the source; absent where nothing was found in it'),
  claim: z.string().optional().describe('The sentence of the answer that was compared with the source'),
  verdict: z.enum(evidenceVerdicts).describe('What the check of the sentence found, as in Citation'),
  missing: z.array(z.string()).optional().describe('Words, figures or places of the sentence that the source lacks'),
  reason: z.string().optional().describe('Why the source could not be read'),
  checkedAt: z.iso.datetime(),
};

/** In the order of the hashed text. */
export const evidenceContent = z.strictObject({
  id: id.describe('Stays the same in later versions'),
  statement: z.string().describe("What the source shows, in the writer's words"),
  ...checkedSource,
  readAt: z.iso.datetime().optional().describe('When the page was read'),
  textHash: hash.optional().describe('SHA-256 of the text of the page or file, as it was compared'),
});
export type EvidenceContent = z.infer<typeof evidenceContent>;

export const evidence = evidenceContent
  .extend({
    isPrivate: z
      .literal(true)
      .optional()
      .describe('From a file that you may not read: without its name, its passage and the compared sentence'),
    origin: z
      .strictObject({ conversationId: id, messageId: id })
      .optional()
      .describe('The answer that it is from. Only for the user who added it, as long as the answer exists'),
  })
  .meta({ id: 'Evidence' });
export type Evidence = z.infer<typeof evidence>;

const statement = storableText
  .trim()
  .min(1, 'Write what this source shows')
  .max(limits.statementCharacters, `What a source shows must be ${limits.statementCharacters} characters or fewer`);

const keptEvidence = z.strictObject({ id: uuid.describe('Of evidence of the replaced version'), statement });
const addedEvidence = z.strictObject({
  messageId: uuid.describe('Of one of your answers'),
  citation: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'Not a source')
    .describe('Of one of GET /api/positions/evidence-sources'),
  statement,
});

export const evidenceInput = z
  .array(z.union([keptEvidence, addedEvidence]))
  .max(limits.thesisEvidence, `A thesis can have at most ${limits.thesisEvidence} sources as evidence`)
  .refine((items) => {
    const ids = items.flatMap((item) => ('id' in item ? item.id : []));
    return new Set(ids).size === ids.length;
  }, 'The same evidence is given twice');
export type EvidenceInput = z.infer<typeof evidenceInput>;

export const evidenceSourcesInput = z.object({
  messageId: uuid.optional().describe('Only of this answer'),
  search: storableText.trim().max(limits.searchCharacters).optional().describe('Words that a source contains'),
  cursor: z.string().max(100).nullish(),
  limit: z.number().int().min(1).max(limits.listRows).default(20),
});
export type EvidenceSourcesInput = z.infer<typeof evidenceSourcesInput>;

const evidenceSource = z
  .strictObject({
    messageId: id,
    citation: z.string().describe('Names the source among those of the answer'),
    conversation: z.strictObject({ id, title: z.string() }),
    answeredAt: time,
    ...checkedSource,
  })
  .meta({ id: 'EvidenceSource' });
export type EvidenceSource = z.infer<typeof evidenceSource>;

export type EvidenceReference = Pick<EvidenceSource, 'messageId' | 'citation'>;

export const evidenceSources = pageOf(evidenceSource);
export type EvidenceSourcePage = z.infer<typeof evidenceSources>;
