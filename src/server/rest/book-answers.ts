/** The form of the answers about the book, its track record and back-tests; as strict as the others. */
import { z } from 'zod';
import { rebalancings } from '~/shared/schemas/backtest';
import { ledgerKinds } from '~/shared/schemas/track-record';

const id = z.uuid();
const time = z.iso.datetime();
/** USD with exactly two decimals. */
const price = z.string().regex(/^\d{1,8}\.\d{2}$/);
const percent = z.string().regex(/^-?\d+\.\d{2}$/);

const position = z.strictObject({
  id,
  userId: id.describe('Its author'),
  name: z.string(),
  ticker: z.string(),
  avgEntryPrice: price,
  purchaseDate: time,
  status: z.enum(['open', 'closed']),
  closeDate: time.nullable(),
  closePrice: price.nullable(),
  createdAt: time,
  latestPrice: price.optional().describe('Absent when no price is known'),
  priceAsOf: time.optional().describe('The market’s time of `latestPrice`'),
  priceSource: z.string().optional(),
  isPriceStale: z.boolean().optional(),
  gainsPercent: percent.optional().describe('Adjusted for the splits since the purchase'),
  splitFactor: z
    .string()
    .regex(/^\d+\/\d+$/)
    .optional()
    .describe('Shares now for shares bought; absent without splits'),
  recentCloses: z.array(z.string()).max(30).optional().describe('Daily closes, oldest first'),
});

const bookExtreme = z.strictObject({ id, name: z.string(), ticker: z.string(), gainsPercent: percent });
const bookSummary = z.strictObject({
  openCount: z.int(),
  closedCount: z.int(),
  countedCount: z.int().describe('Positions whose gain is known'),
  averageGain: percent.optional().describe('Mean of the known gains, each position counting alike'),
  hitRate: percent.optional().describe('Percent of the closed positions that gained'),
  best: bookExtreme.optional(),
  worst: bookExtreme.optional(),
  asOf: time.optional().describe('The oldest of the prices'),
  latestAsOf: time.optional(),
});

const day = z.iso.date();
const split = z.strictObject({ day, numerator: z.number(), denominator: z.number() });
/** At least two decimals. */
const decimal = z.string().regex(/^\d+\.\d{2,}$/);

const performance = z.strictObject({
  method: z.string(),
  benchmark: z.string(),
  points: z.array(z.strictObject({ day, book: percent, benchmark: percent.optional() })).describe('100 at the start'),
  leftOut: z.array(z.string()).describe('Tickers of open positions without known closes'),
});

const gainReceipt = z.strictObject({
  id,
  name: z.string(),
  ticker: z.string(),
  status: z.enum(['open', 'closed']),
  facts: z
    .strictObject({
      entryPrice: price,
      purchaseDay: day,
      price: price.nullable(),
      priceDay: day.nullable(),
      splits: z.array(split),
    })
    .describe('All that the gain follows from'),
  gain: z.strictObject({
    splits: z.array(split).describe('Those between purchase and price'),
    splitFactor: z.string(),
    adjustedEntry: z.strictObject({ fraction: z.string(), decimal, isExact: z.boolean() }),
    gainsPercent: percent.optional(),
    formula: z.string(),
    steps: z.array(z.strictObject({ label: z.string(), sum: z.string(), result: z.string() })),
  }),
  price: z
    .strictObject({
      kind: z.enum(['latest price', 'close price']),
      price,
      source: z.string(),
      asOf: time,
      readAt: time.optional(),
      isStale: z.boolean(),
    })
    .optional(),
});

const importResult = z.strictObject({
  rows: z.array(
    z.strictObject({
      row: z.int(),
      state: z.enum(['ready', 'duplicate', 'error']),
      message: z.string().optional(),
      name: z.string().optional(),
      ticker: z.string().optional(),
      avgEntryPrice: z.string().optional(),
      purchaseDate: z.string().optional(),
      status: z.string().optional(),
      closeDate: z.string().optional(),
      closePrice: z.string().optional(),
    }),
  ),
  readyCount: z.int(),
  duplicateCount: z.int(),
  errorCount: z.int(),
  ignoredColumns: z.array(z.string()),
  problem: z.string().optional().describe('What is wrong with the file as a whole'),
  imported: z.int(),
});

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const ledgerEntry = z.strictObject({
  seq: z.int().describe('1, 2, 3 … without a gap'),
  at: time,
  kind: z.enum(ledgerKinds),
  body: z.string().describe('The exact text that is hashed'),
  previousHash: digest.describe('64 zeros in the first entry'),
  hash: digest.describe('SHA-256 of `body`'),
});

const publishedCloses = z.strictObject({
  benchmark: z.string(),
  days: z.array(day),
  closes: z.record(z.string(), z.array(decimal.nullable())).describe('By ticker, a close for each of `days`'),
  splits: z.record(z.string(), z.array(split)),
  quotes: z.record(z.string(), z.strictObject({ price, asOf: time, source: z.string() })),
  nextCursor: z.string().nullable(),
});

const bookEntry = z.strictObject({
  id,
  ticker: z.string(),
  name: z.string(),
  entryPrice: price,
  purchaseDate: time,
  closePrice: price.nullable(),
  closeDate: time.nullable(),
});

const backtestResult = z.strictObject({
  isHypothetical: z.literal(true),
  input: z.strictObject({
    tickers: z.array(z.string()),
    fromDay: day,
    toDay: day,
    rebalancing: z.enum(rebalancings),
    costBasisPoints: z.int(),
  }),
  benchmark: z.string(),
  rules: z.array(z.string()),
  startValue: decimal,
  endValue: decimal,
  returnPercent: percent,
  benchmarkReturnPercent: percent.optional(),
  volatilityPercent: percent.optional(),
  drawdownPercent: percent,
  drawdownFrom: day.optional(),
  drawdownTo: day.optional(),
  costs: decimal,
  curve: z.array(z.strictObject({ day, value: decimal, benchmark: decimal.optional() })),
  trades: z.array(
    z.strictObject({
      signalDay: day,
      day,
      ticker: z.string(),
      side: z.enum(['buy', 'sell']),
      shares: z.string(),
      price: decimal,
      amount: decimal,
      cost: decimal,
    }),
  ),
});

export const bookAnswers = {
  Position: position,
  Positions: z.strictObject({
    open: z.array(position),
    closed: z.array(position),
    summary: bookSummary,
    revision: z.string().describe('Another one than before: something has changed'),
  }),
  Performance: performance,
  GainReceipt: gainReceipt,
  ImportResult: importResult,
  LedgerEntry: ledgerEntry,
  PublishedCloses: publishedCloses,
  PublishedPrices: z.array(publishedCloses),
  BookEntries: z.array(bookEntry),
  Universe: z.array(z.strictObject({ ticker: z.string(), firstDay: day, lastDay: day, closes: z.int() })),
  BacktestResult: backtestResult,
} as const;
