import { z } from 'zod';
import { currencyCode, decimalText, priceText, split } from './gain';
import { day, time } from './output';
import { positionFields } from './positions';
import { reason } from './tickers';

const decision = z.enum(['confirmed', 'overruled']);

const reviewedSplit = z.strictObject({
  ...split.shape,
  ticker: z.string(),
  state: z
    .enum(['reported', 'confirmed', 'superseded'])
    .describe('`confirmed`: borne out by prices; `superseded`: no longer reported'),
  evidence: z
    .enum(['history', 'closes', 'quote'])
    .optional()
    .describe('What bore it out: `history` is a split before the first reading of the ticker'),
  decision: decision.optional().describe("An administrator's; for gains it counts instead of `state`"),
  reason: z.string().optional(),
  source: z.string(),
});
export type ReviewedSplit = z.infer<typeof reviewedSplit>;

const reviewedDividend = z.strictObject({
  ticker: z.string(),
  day: day.describe('Its ex-date'),
  amount: decimalText.describe('Per share, as reported last'),
  currency: currencyCode.optional().describe('Absent for USD'),
  state: z.enum(['reported', 'withdrawn']).describe('`withdrawn`: no longer reported, or reported on another day'),
  source: z.string(),
});
export type ReviewedDividend = z.infer<typeof reviewedDividend>;

const heldPrice = z.strictObject({
  ticker: z.string(),
  price: priceText.describe('Reported, and not accepted yet'),
  at: time.describe('When it was reported first'),
  knownPrice: priceText.optional().describe('Shown instead'),
  currency: currencyCode.optional().describe('Of both prices; absent for USD'),
  words: z.string(),
});
export type HeldPrice = z.infer<typeof heldPrice>;

export const closeDifference = z
  .strictObject({
    ticker: z.string(),
    day: day.describe('The newest day that both providers have'),
    close: decimalText.describe("The closing price that figures use, in today's shares"),
    source: z.string(),
    otherClose: decimalText.describe('What the second provider reported for the same day'),
    otherSource: z.string(),
    since: time.describe('When they were first found apart'),
    currency: z.string().optional().describe('Of both prices; absent for USD'),
  })
  .meta({ id: 'CloseDifference' });
export type CloseDifference = z.infer<typeof closeDifference>;

/** What administrators can decide about prices. */
export const priceReview = z
  .strictObject({
    splits: z.array(reviewedSplit).describe('Of held tickers, newest first; at most 200'),
    dividends: z.array(reviewedDividend).describe('Of held tickers, newest first; at most 12'),
    heldPrices: z.array(heldPrice),
    secondSource: z
      .string()
      .optional()
      .describe('The provider that closing prices are compared with; absent unless two are set'),
    differences: z
      .array(closeDifference)
      .describe('Closing prices of held tickers that two providers report more than 1% apart; no figure changes by it'),
  })
  .meta({ id: 'PriceReview' });
export type PriceReview = z.infer<typeof priceReview>;

export const decideSplitInput = z.object({ ticker: positionFields.ticker, day, decision, reason });
export type DecideSplitInput = z.infer<typeof decideSplitInput>;

export const decidePriceInput = z.object({
  ticker: positionFields.ticker,
  price: positionFields.closePrice,
  decision,
  reason,
});
export type DecidePriceInput = z.infer<typeof decidePriceInput>;
