import { z } from 'zod';
import { limits } from '~/shared/limits';
import { currencyCode, decimalText, dividend, percentText, priceText, split } from './gain';
import { ledgerKinds, type PositionKind } from './ledger-events';
import { day, id, time } from './output';

/** Oldest first. `cursor` is the `seq` of the last entry that the client has. */
export const ledgerInput = z
  .object({
    cursor: z
      .string()
      .regex(/^\d{1,15}$/, 'Invalid cursor. Reload the list.')
      .nullish(),
    limit: z.number().int().min(1).max(limits.ledgerPage).optional(),
  })
  .optional();

/** By ticker in alphabetical order. `cursor` is the last ticker that the client has. */
export const closesInput = z
  .object({
    cursor: z.string().max(20).nullish(),
    series: z
      .enum(['needed', 'whole'])
      .optional()
      .describe(
        '`whole`: for signed-in users, all days since the first purchase instead of those that a recalculation needs',
      ),
  })
  .optional();

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** One entry of the ledger, as stored. */
export const ledgerEntry = z
  .strictObject({
    seq: z.int().describe('1, 2, 3 … without a gap'),
    at: time,
    kind: z.enum(ledgerKinds),
    // JSON of a `LedgerBody` or a `MarketBody`.
    body: z.string().describe('The exact text that is hashed'),
    previousHash: digest.describe('`hash` of the entry before; 64 zeros in the first entry'),
    hash: digest.describe('SHA-256 of `body` in UTF-8'),
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/**
 * The content of an entry about a position. Fields are written in this order. A type instead of a schema: see
 * `MarketFacts`.
 */
export interface LedgerBody {
  version: 1;
  seq: number;
  /** ISO time of the recording, by the server's clock. */
  at: string;
  kind: PositionKind;
  /** Pseudonym of the user, always the same for the same user. 'system' if no user did it. */
  actor: string;
  position: {
    id: string;
    ticker: string;
    name: string;
    entryPrice: string;
    /** ISO times. */
    purchaseDate: string;
    closePrice?: string;
    closeDate?: string;
  };
  /** The source of this event's entry or close price. */
  priceSource: string;
  /** The market price at that moment, if known. */
  market?: { price: string; asOf: string; source: string; currency?: string };
  /** For corrections: the reason, and the previous values of the changed fields. */
  reason?: string;
  old?: Record<string, string>;
  new?: Record<string, string>;
  /** Set if the position was in the portfolio before the ledger existed. */
  recordedLater?: true;
  previousHash: string;
}

const ledgerHead = z.strictObject({ seq: z.int(), at: time, hash: digest });
export type LedgerHead = z.infer<typeof ledgerHead>;

export const ledgerPage = z.strictObject({
  entries: z.array(ledgerEntry),
  nextCursor: z.string().nullable(),
  /** The latest entry of the ledger; null if it is empty. */
  head: ledgerHead.nullable(),
});
export type LedgerPage = z.infer<typeof ledgerPage>;

const publishedQuote = z.strictObject({ price: priceText, asOf: time, source: z.string() });

/** The prices with which anyone can value the ledger's positions. */
export const publishedCloses = z
  .strictObject({
    published: z
      .literal(false)
      .optional()
      .describe('Present if the site publishes no prices: all lists are empty then'),
    benchmark: z.string(),
    benchmarks: z.array(z.string()).optional().describe('Those that readers can choose, if there are more'),
    days: z.array(day).describe('All days of this part, oldest first'),
    closes: z
      .record(z.string(), z.array(decimalText.nullable()))
      .describe('By ticker, the split-adjusted closing price in USD on each of `days`; null if unknown'),
    foreign: z
      .record(
        z.string(),
        z.strictObject({
          currency: currencyCode,
          closes: z.array(decimalText.nullable()),
          quote: publishedQuote.optional(),
        }),
      )
      .optional()
      .describe('Tickers in other currencies: prices in `currency` on each of `days`'),
    rates: z
      .record(z.string(), z.array(decimalText.nullable()))
      .optional()
      .describe(
        'In the first part: by pair, the exchange rate on each of `days`. EURUSD=X is dollars for a euro, USDJPY=X yen for a dollar',
      ),
    splits: z.record(z.string(), z.array(split)).describe('Those that count for stated gains'),
    adjustments: z
      .record(z.string(), z.array(split))
      .optional()
      .describe('Those that are in `closes`, if an administrator decided otherwise about a split'),
    dividends: z.record(z.string(), z.array(dividend)).optional().describe('By ticker, oldest first'),
    quotes: z.record(z.string(), publishedQuote),
    recordedDays: z
      .array(z.strictObject({ day, text: z.string() }))
      .optional()
      .describe('In the first part: closing prices as the ledger recorded them; the SHA-256 of `text` is in an entry'),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'PublishedCloses' });
export type PublishedCloses = z.infer<typeof publishedCloses>;

/** A current position, for comparison with the ledger. */
const bookEntry = z
  .strictObject({
    id,
    ticker: z.string(),
    name: z.string(),
    entryPrice: priceText,
    purchaseDate: time,
    closePrice: priceText.nullable(),
    closeDate: time.nullable(),
  })
  .meta({ id: 'BookEntry' });
export type BookEntry = z.infer<typeof bookEntry>;
export const bookEntries = z.array(bookEntry);

const figuresOfRecord = {
  method: z.string(),
  returnPercent: percentText.nullable().describe('null until closing prices are known'),
  totalReturnPercent: percentText
    .nullable()
    .describe('With dividends before withholding tax, each reinvested at the closing price of its ex-date'),
  benchmarkReturnPercent: percentText.nullable().describe('The benchmark over the same days'),
  benchmarkTotalReturnPercent: percentText.nullable().describe('The same with its dividends'),
  averageGainPercent: percentText.nullable(),
  winRatePercent: percentText.nullable().describe('Of ended positions; null if none has ended'),
  maxDrawdownPercent: percentText.nullable(),
  from: day.nullable(),
  to: day.nullable(),
};

/** The figures of the track record. Samples are excluded. */
export const trackRecordSummary = z
  .strictObject({
    verified: z
      .strictObject({
        ...figuresOfRecord,
        countedCount: z.int().describe('Positions with a market close after their entry was recorded'),
        waitingCount: z.int().describe('Positions whose first market close is still to come'),
        unpriced: z.array(z.string()).describe('Tickers without any closing price since their entry was recorded'),
      })
      .describe('From market closing prices after each entry was recorded; entered prices and dates are not used'),
    stated: z
      .strictObject({
        ...figuresOfRecord,
        lateCount: z.int().describe('Positions recorded after their stated purchase date'),
        mostDaysLate: z.int().describe('By how many days at most'),
      })
      .describe('From the purchase dates and prices that administrators entered'),
    benchmark: z.string(),
    entryCount: z.int(),
    latestHash: digest.nullable().describe('`hash` of the newest entry; null while the ledger is empty'),
  })
  .meta({ id: 'TrackRecord' });
export type TrackRecordSummary = z.infer<typeof trackRecordSummary>;
