/** Back-tests that administrators published: immutable copies that anyone can read and recalculate. */
import { z } from 'zod';
import { limits } from '~/shared/limits';
import { backtestInput, backtestResult } from './backtest';
import { percentText } from './gain';
import { id, time } from './output';
import { storableText, uuid } from './text';

export const publishBacktestInput = z.object({
  title: storableText
    .trim()
    .min(1, 'Title is required')
    .max(limits.backtestTitle, `Title must be ${limits.backtestTitle} characters or fewer`),
  /** Whether anyone may download the closing prices, which depends on the provider's license. */
  hasPrices: z.boolean(),
  rules: backtestInput,
});
export type PublishBacktestInput = z.infer<typeof publishBacktestInput>;

export const publishedBacktestId = z.object({ id: uuid });
export const chooseBacktestInput = publishedBacktestId.extend({ isChosen: z.boolean() });

/** Facts of the run, for lists. */
export const publishedFacts = backtestResult
  .pick({ input: true, benchmark: true, drawdownPercent: true, drawdownFrom: true, drawdownTo: true })
  .extend({
    title: z.string(),
    returnPercent: percentText,
    benchmarkReturnPercent: percentText.optional(),
    sources: z.array(z.string()).describe('Where the closing prices are from'),
    pricesHash: z.string().describe('SHA-256 of prices.csv'),
  });
export type PublishedFacts = z.infer<typeof publishedFacts>;

export const publishedBacktest = publishedFacts
  .extend({
    id,
    publishedAt: time,
    isChosen: z.boolean().describe('Whether the home page shows it'),
    hasPrices: z.boolean().describe('Whether the closing prices can be downloaded'),
    hash: z.string().describe('SHA-256 of run.json'),
  })
  .meta({ id: 'PublishedBacktest' });
export type PublishedBacktest = z.infer<typeof publishedBacktest>;
export const publishedBacktests = z.array(publishedBacktest);

/** The contents of run.json, in this order. */
export const publishedRun = z
  .strictObject({
    title: z.string(),
    publishedAt: z.iso.datetime(),
    sources: z.array(z.string()),
    pricesHash: z.string().describe('SHA-256 of prices.csv'),
    ...backtestResult.shape,
  })
  .meta({ id: 'PublishedRun' });
export type PublishedRun = z.infer<typeof publishedRun>;
