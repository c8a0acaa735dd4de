import { z } from 'zod';
import { limits } from '~/shared/limits';
import { parsePrice } from '~/shared/money';
import { evidence, evidenceInput } from './evidence';
import { dividend, percentText, priceText, split } from './gain';
import { ledgerKinds } from './ledger-events';
import { day, time } from './output';
import { performance, position, positionFields } from './positions';
import { closeDifference } from './price-review';
import { storableText, uuid } from './text';

export const convictions = ['low', 'medium', 'high'] as const;
export const conviction = z.enum(convictions, 'Choose low, medium or high');
export type Conviction = (typeof convictions)[number];

const longText = (name: string) => storableText.trim().max(limits.thesisCharacters, `${name} is too long`);
const shortText = (name: string) => storableText.trim().max(100, `${name} is too long`);
/** An empty text means no value. */
const optional = (schema: z.ZodType<string>) => z.union([z.literal(''), schema]);

export const thesisClaim = longText('Thesis');

/** The input for a thesis. Empty texts mean that the field is not set. */
const thesisFields = {
  claim: thesisClaim,
  wrongIf: longText('"Wrong if"'),
  target: optional(positionFields.targetPrice),
  stop: optional(positionFields.stopPrice),
  horizon: shortText('Horizon'),
  reviewOn: z.union([z.literal(''), z.iso.date('Review date must be a date')]),
  conviction: z.union([z.literal(''), conviction]),
  weight: optional(positionFields.weight).describe('Intended share of the portfolio in percent: 5 or 2.5'),
  sector: shortText('Sector'),
  postMortem: positionFields.postMortem,
};

/** In the order of the hashed text. */
export const thesisFieldNames = [
  'claim',
  'wrongIf',
  'target',
  'stop',
  'horizon',
  'reviewOn',
  'conviction',
  'weight',
  'sector',
  'postMortem',
] as const satisfies (keyof typeof thesisFields)[];

/** True without two prices to compare; each is checked by its own schema. */
function isBelow(stop = '', target = ''): boolean {
  const [lower, upper] = [parsePrice(stop), parsePrice(target)];
  return lower === null || upper === null || lower < upper;
}

export const writeThesisInput = z
  .object({
    id: uuid,
    version: z.int().min(0).describe('Of the version that is replaced; 0 for the first one'),
    ...thesisFields,
    evidence: evidenceInput.optional().describe('Without it, that of the replaced version is kept'),
  })
  .partial({
    claim: true,
    wrongIf: true,
    target: true,
    stop: true,
    horizon: true,
    reviewOn: true,
    conviction: true,
    weight: true,
    sector: true,
    postMortem: true,
  })
  .refine(({ target, stop }) => isBelow(stop, target), { path: ['stop'], message: 'Stop must be below the target' });
export type WriteThesisInput = z.infer<typeof writeThesisInput>;

/** Omits fields that are not set. */
export const thesisContent = z.strictObject({
  claim: z.string().optional(),
  wrongIf: z.string().optional().describe('What would show that the thesis is wrong'),
  target: priceText.optional(),
  stop: priceText.optional(),
  horizon: z.string().optional(),
  reviewOn: day.optional(),
  conviction: conviction.optional(),
  weight: percentText.optional().describe('Intended share of the portfolio in percent'),
  sector: z.string().optional(),
  postMortem: z.string().optional().describe('What was learned, written once the position is closed'),
});
export type ThesisContent = z.infer<typeof thesisContent>;

export const thesis = z
  .strictObject({
    version: z.int(),
    writtenAt: time,
    text: z.string().describe('The exact text of which `hash` is the SHA-256: the fields as JSON'),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    seq: z.int().nullable().describe('The ledger entry that contains the hash'),
    evidence: z.array(evidence),
    evidenceText: z
      .string()
      .optional()
      .describe(
        'The exact text of which `evidenceHash` is the SHA-256: the evidence as JSON. Absent without evidence, and if some of it is from a file that you may not read',
      ),
    evidenceHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .describe('In the same ledger entry'),
    adjustedTarget: priceText.optional().describe('In shares after later splits. Absent if no split changed it'),
    adjustedStop: priceText.optional().describe('In shares after later splits. Absent if no split changed it'),
    ...thesisContent.shape,
  })
  .meta({ id: 'Thesis' });
export type Thesis = z.infer<typeof thesis>;

const positionEntry = z.strictObject({
  seq: z.int(),
  at: time,
  kind: z.enum(ledgerKinds),
  body: z.string(),
  hash: z.string(),
});
export type PositionEntry = z.infer<typeof positionEntry>;

export const positionPage = z
  .strictObject({
    position,
    course: performance.describe('The position alone, from its entry to its end, beside the benchmark'),
    splits: z.array(split).describe('Those since the purchase'),
    dividends: z.array(dividend).describe('Those that the position held, oldest first'),
    theses: z.array(thesis).describe('Newest first, at most 50'),
    closeDifference: closeDifference
      .optional()
      .describe('Two price providers report a closing price of this open position more than 1% apart'),
    entries: z.array(positionEntry).describe('Of the ledger, newest first, at most 100'),
  })
  .meta({ id: 'PositionPage' });
export type PositionPage = z.infer<typeof positionPage>;
