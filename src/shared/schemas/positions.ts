import { z } from 'zod';
import { limits } from '~/shared/limits';
import { parsePrice } from '~/shared/money';
import { priceProviders } from '~/shared/price-providers';
import { typedDecimal } from '~/shared/typed-number';
import { currencyCode, decimalText, dividend, gain, gainFacts, percentText, priceText, split } from './gain';
import { day, id, time } from './output';
import { storableText, uuid } from './text';

/** Share of the portfolio in percent, with at most two decimals. */
const isWeight = (text: string) => {
  const hundredths = parsePrice(text);
  return hundredths !== null && hundredths <= 10_000n;
};

/** One message for every invalid price, also for one that is missing or not a string. */
const price = (words: string) =>
  z
    .string(words)
    .overwrite(typedDecimal)
    .refine((text) => parsePrice(text) !== null, words);

/** A position's fields. Imports and forms share these error messages. */
export const positionFields = {
  name: storableText.trim().min(1, 'Name is required').max(200, 'Name is too long'),
  ticker: storableText
    .trim()
    .min(1, 'Ticker is required')
    .max(20, 'Ticker is too long')
    .toUpperCase()
    .regex(/^[A-Z0-9.^=-]+$/, 'Ticker can contain letters, digits, dots and dashes'),
  avgEntryPrice: price('Entry price must be a valid decimal'),
  closePrice: price('Close price must be a valid decimal'),
  targetPrice: price('Target must be a valid decimal'),
  stopPrice: price('Stop must be a valid decimal'),
  weight: storableText.overwrite(typedDecimal).refine(isWeight, 'Weight must be a percentage from 0.01 to 100'),
  postMortem: storableText.trim().max(limits.thesisCharacters, 'Post-mortem is too long'),
};

/** A picked day is midnight UTC (`midnightOf`). Any other time belongs to its day in New York. */
const purchaseDate = z.iso
  .datetime({ offset: true, error: 'Purchase date is required' })
  .transform((text) => new Date(text))
  .refine((date) => date.getTime() > Date.UTC(1900, 0, 1), 'Purchase date is too long ago');

export const addPositionInput = z.object({
  name: positionFields.name,
  ticker: positionFields.ticker,
  avgEntryPrice: positionFields.avgEntryPrice,
  purchaseDate,
});
export type AddPositionInput = z.infer<typeof addPositionInput>;

export const positionId = z.object({ id: uuid });
/** Corrects mistyped fields, with a reason. The ticker identifies the position and can't be corrected. */
export const correctPositionInput = z.object({
  id: uuid,
  reason: storableText.trim().min(1, 'Reason is required').max(500, 'Reason is too long'),
  name: positionFields.name.optional(),
  avgEntryPrice: positionFields.avgEntryPrice.optional(),
  purchaseDate: purchaseDate.optional(),
  closePrice: positionFields.closePrice.optional(),
});
export type CorrectPositionInput = z.infer<typeof correctPositionInput>;
export const closePositionInput = z.object({
  id: uuid,
  closePrice: positionFields.closePrice,
  postMortem: positionFields.postMortem.optional().describe('What was learned; becomes a version of the thesis'),
});
export type ClosePositionInput = z.infer<typeof closePositionInput>;

export const watchBookInput = z
  .object({
    /**
     * The client's `revision` of the portfolio. After a reconnect, the WebSocket client adds the last one it received.
     */
    lastEventId: z.string().max(30).nullish(),
  })
  .optional();

export const transferFormats = ['csv', 'json'] as const;
export type TransferFormat = (typeof transferFormats)[number];
export const exportInput = z.object({ format: z.enum(transferFormats, 'format must be csv or json').default('csv') });
export const importFormats = [...transferFormats, 'xml'] as const;
export type ImportFormat = (typeof importFormats)[number];
export const importInput = z.object({
  format: z
    .enum(importFormats, 'format must be csv, json or xml')
    .optional()
    .describe('Recognized by the text if absent'),
  text: z
    .string()
    .max(limits.importCharacters, `The file is larger than ${limits.importCharacters / 1000} thousand characters`),
  /** Validates only; nothing is stored. */
  dryRun: z.boolean('dryRun must be true or false').default(false),
});
export type ImportInput = z.infer<typeof importInput>;

const status = z.enum(['open', 'closed']);

/** Prices are strings with two decimals, in USD or in `currency`. `tradingDay` returns the days of its dates. */
export const position = z
  .strictObject({
    id,
    userId: id.describe('The user who added it'),
    name: z.string(),
    ticker: z.string(),
    avgEntryPrice: priceText.describe('As paid on the purchase date, before the splits in `splitFactor`'),
    purchaseDate: time,
    status,
    closeDate: time.nullable(),
    closePrice: priceText.nullable(),
    createdAt: time,
    recordedAt: time.optional().describe('When the ledger recorded it; absent in the results of changes'),
    isSample: z.literal(true).optional().describe('Sample data, which counts nowhere in the track record'),
    latestPrice: priceText
      .optional()
      .describe('The newest known price: a quote or the last closing price. Absent if no price is known'),
    priceAsOf: time.optional().describe('Market time of `latestPrice`'),
    priceSource: z.string().optional(),
    isPriceStale: z.boolean().optional().describe('The price is older than intended, because the provider failed'),
    gainsPercent: percentText
      .optional()
      .describe('Split-adjusted, from the close price once the position is closed. Absent if no price is known'),
    totalGainsPercent: percentText
      .optional()
      .describe('`gainsPercent` with dividends, before withholding tax. Absent if none counts'),
    currency: currencyCode.optional().describe('Of all its prices and of `gainsPercent`; absent for USD'),
    usdGainsPercent: percentText
      .optional()
      .describe('The gain in USD, by the exchange rates of both days; for other currencies, if both are known'),
    splitFactor: z
      .string()
      .regex(/^\d+\/\d+$/)
      .optional()
      .describe('Current shares per purchased share; absent without splits'),
    reportedSplit: split
      .optional()
      .describe('A split between purchase and price that is reported and not confirmed; the gain does not include it'),
    recentCloses: z.array(z.string()).max(30).optional().describe('Closing prices of an open position, oldest first'),
  })
  .meta({ id: 'Position' });
export type Position = z.infer<typeof position>;

/** The best or worst position of the portfolio. */
const bookExtreme = z.strictObject({ id, name: z.string(), ticker: z.string(), gainsPercent: percentText });
export type BookExtreme = z.infer<typeof bookExtreme>;

/** Figures of the whole portfolio, open and closed positions. */
const bookSummary = z.strictObject({
  openCount: z.int(),
  closedCount: z.int(),
  countedCount: z.int().describe('Positions with a known gain: the base of the average, the best and the worst'),
  averageGain: percentText
    .optional()
    .describe('Mean of the known gains, equally weighted; in USD, as are the best and the worst'),
  hitRate: percentText
    .optional()
    .describe('Percentage of closed positions closed above their split-adjusted entry. Absent if none is closed'),
  best: bookExtreme.optional(),
  worst: bookExtreme.optional(),
  asOf: time.optional().describe('Time of the oldest price of an open position'),
  latestAsOf: time.optional().describe('Time of the newest one'),
});
export type BookSummary = z.infer<typeof bookSummary>;

export const book = z
  .strictObject({
    open: z.array(position),
    closed: z.array(position),
    summary: bookSummary,
    // `positions.changed` accepts it as `lastEventId`.
    revision: z.string().describe('Changes whenever the data changes'),
  })
  .meta({ id: 'Positions' });
export type Book = z.infer<typeof book>;

const totalReturn = z.strictObject({
  totalGainsPercent: percentText.describe('The gain times the growth by reinvested dividends'),
  method: z.string(),
  dividends: z
    .array(
      z.strictObject({
        ...dividend.shape,
        closeDay: day.describe('Its ex-date, or the next day with a closing price'),
        close: decimalText.describe("The closing price at which it is reinvested, in today's shares"),
        source: z.string(),
      }),
    )
    .describe('Those since the purchase, oldest first'),
});

/** How a gain is calculated. */
export const gainReceipt = z
  .strictObject({
    id,
    name: z.string(),
    ticker: z.string(),
    status,
    facts: gainFacts.describe('Everything the gain is calculated from'),
    gain,
    price: z
      .strictObject({
        kind: z
          .enum(['latest price', 'close price', 'closing price'])
          .describe('`closing price` is the last known one: no newer price is known'),
        price: priceText,
        source: z.string(),
        asOf: time.describe('Market time of a latest price, closing time of a close price'),
        readAt: time.optional().describe('When a latest price was read from its source'),
        isStale: z.boolean(),
      })
      .optional()
      .describe('Absent if no price is known'),
    totalReturn: totalReturn.optional().describe('Absent if no dividend counts'),
  })
  .meta({ id: 'GainReceipt' });
export type GainReceipt = z.infer<typeof gainReceipt>;

const performancePoint = z.strictObject({ day, book: percentText, benchmark: percentText.optional() });
export type PerformancePoint = z.infer<typeof performancePoint>;

export const performance = z
  .strictObject({
    method: z.string(),
    benchmark: z.string(),
    points: z.array(performancePoint).describe('An index that starts at 100; trading days, oldest first'),
    totalReturnPercent: percentText
      .optional()
      .describe('Of the whole period with dividends, before withholding tax. Absent without points'),
    benchmarkTotalReturnPercent: percentText.optional().describe('The benchmark with its dividends'),
    leftOut: z.array(z.string()).describe('Tickers of open positions without known closing prices'),
  })
  .meta({ id: 'Performance' });
export type Performance = z.infer<typeof performance>;

/** One row of an imported file. */
const importRow = z.strictObject({
  row: z
    .int()
    .describe(
      'Line as in a spreadsheet, with the column names in line 1; in JSON and XML the entry from 1. A purchase of another program that was sold in parts has several rows with its number',
    ),
  state: z
    .enum(['ready', 'duplicate', 'skipped', 'error'])
    .describe("`duplicate`: already in the portfolio, left out. `skipped`: part of another program's file, left out"),
  // Also set for a ready row that repeats an earlier row, or whose price was rounded.
  message: z.string().optional().describe('What is wrong, why it is left out, or what it repeats'),
  name: z.string().optional().describe('Values that could not be read are returned as they are in the file'),
  ticker: z.string().optional(),
  avgEntryPrice: z.string().optional(),
  purchaseDate: z.string().optional(),
  status: z.string().optional(),
  closeDate: z.string().optional(),
  closePrice: z.string().optional(),
  thesis: z.string().optional(),
  currency: z.string().optional(),
  weight: z.string().optional(),
});
export type ImportRow = z.infer<typeof importRow>;

export const importResult = z
  .strictObject({
    rows: z.array(importRow),
    readyCount: z.int(),
    duplicateCount: z.int(),
    errorCount: z.int(),
    skippedCount: z.int(),
    ignoredColumns: z.array(z.string()),
    program: z.string().optional().describe('The program that wrote the file, if it is another one: Ghostfolio'),
    problem: z.string().optional().describe('What is wrong with the whole file'),
    imported: z.int().describe('Stored positions: all that were ready, or none'),
  })
  .meta({ id: 'ImportResult' });
export type ImportResult = z.infer<typeof importResult>;

export const exportFile = z.strictObject({ fileName: z.string(), mediaType: z.string(), text: z.string() });
export type ExportFile = z.infer<typeof exportFile>;

export type BookEvent = { type: 'changed' };

const priceProblem = z.strictObject({ ticker: z.string(), code: z.string(), words: z.string(), at: time });
export type PriceProblem = z.infer<typeof priceProblem>;

/** The state of the price provider, for administrators. */
export const priceHealth = z.strictObject({
  provider: z.enum([...priceProviders, 'none']),
  lastSuccessAt: time.optional(),
  /** The latest failed request to the provider, if it is newer than the last success. */
  lastFailure: priceProblem.optional(),
  /** Number of tickers with a price, and how many of these prices are older than 15 minutes. */
  knownCount: z.int(),
  staleCount: z.int(),
  /**
   * Tickers whose last reading returned no usable price, newest first; at most 20. Unknown ones only if they are held.
   */
  problems: z.array(priceProblem),
});
export type PriceHealth = z.infer<typeof priceHealth>;
