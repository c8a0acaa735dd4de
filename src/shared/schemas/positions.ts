import { z } from 'zod';
import type { Gain, GainFacts } from '~/shared/gain';
import { limits } from '~/shared/limits';
import { parsePrice } from '~/shared/money';
import { storableText, uuid } from './text';

const price = (words: string) => storableText.trim().refine((text) => parsePrice(text) !== null, words);

/** A position's fields, which imports check in the same words as forms. */
export const positionFields = {
  name: storableText.trim().min(1, 'Name is required').max(200, 'Name is too long'),
  ticker: storableText
    .trim()
    .min(1, 'Ticker is required')
    .max(20, 'Ticker is too long')
    .toUpperCase()
    .regex(/^[A-Z0-9.^=-]+$/, 'Ticker can hold letters, digits, dots and dashes'),
  avgEntryPrice: price('Entry price must be a valid decimal'),
  closePrice: price('Close price must be a valid decimal'),
};

export const addPositionInput = z.object({
  name: positionFields.name,
  ticker: positionFields.ticker,
  avgEntryPrice: positionFields.avgEntryPrice,
  /** The picked day as midnight UTC (`midnightOf`); a moment of another time of day belongs to New York's day. */
  purchaseDate: z.iso
    .datetime({ offset: true, error: 'Purchase date is required' })
    .transform((text) => new Date(text))
    .refine((date) => date.getTime() > Date.UTC(1900, 0, 1), 'Purchase date is too long ago'),
});
export type AddPositionInput = z.infer<typeof addPositionInput>;

export const positionId = z.object({ id: uuid });
export const closePositionInput = z.object({ id: uuid, closePrice: positionFields.closePrice });

export const watchBookInput = z
  .object({
    /** The book's `revision` that the reader has; the socket's client sends the last one it heard of by itself. */
    lastEventId: z.string().max(30).nullish(),
  })
  .optional();

export const transferFormats = ['csv', 'json'] as const;
export type TransferFormat = (typeof transferFormats)[number];
export const exportInput = z.object({ format: z.enum(transferFormats, 'format must be csv or json').default('csv') });
export const importInput = z.object({
  format: z.enum(transferFormats, 'format must be csv or json'),
  text: z
    .string()
    .max(limits.importCharacters, `The file is larger than ${limits.importCharacters / 1000} thousand characters`),
  /** Only look: nothing is stored. */
  dryRun: z.boolean('dryRun must be true or false').default(false),
});
export type ImportInput = z.infer<typeof importInput>;

/** Prices in USD as strings with two decimals. Days of its dates are those of `tradingDay`. */
export interface Position {
  id: string;
  userId: string;
  name: string;
  ticker: string;
  /** As paid on the purchase date: splits since then are not in it, but in `splitFactor`. */
  avgEntryPrice: string;
  purchaseDate: Date;
  status: 'open' | 'closed';
  closeDate: Date | null;
  closePrice: string | null;
  createdAt: Date;
  latestPrice?: string;
  /** The market's time of `latestPrice`. */
  priceAsOf?: Date;
  priceSource?: string;
  /** The price is older than it should be, because its provider could not be asked. */
  isPriceStale?: boolean;
  /** Split-adjusted. Of a closed position by its close price. Absent when no price is known. */
  gainsPercent?: string;
  /** '3/1': shares now for shares bought, by the splits in between. Absent when there were none. */
  splitFactor?: string;
  /** Up to 30 daily closes of an open position, oldest first; absent when fewer than two are known. */
  recentCloses?: string[];
}

/** A position at one end of the book. */
export interface BookExtreme {
  id: string;
  name: string;
  ticker: string;
  gainsPercent: string;
}

/** Figures of the whole book, open and closed, as decimal strings with two decimals. */
export interface BookSummary {
  openCount: number;
  closedCount: number;
  /** Positions whose gain is known: those that the average, the best and the worst are of. */
  countedCount: number;
  /** Mean of the positions' gains, each counting alike. */
  averageGain?: string;
  /** Percent of the closed positions that were closed above their split-adjusted entry. Absent when none is closed. */
  hitRate?: string;
  best?: BookExtreme;
  worst?: BookExtreme;
  /** The oldest price among those of the open positions: the figures are as of then or later. */
  asOf?: Date;
  /** The newest of them. */
  latestAsOf?: Date;
}

export interface Book {
  open: Position[];
  closed: Position[];
  summary: BookSummary;
  /** Grows with every change of the book; `positions.changed` takes it as `lastEventId`. */
  revision: string;
}

/** The sum behind one gain. `computeGain(facts)` of ~/shared/gain gives `gain` again, anywhere. */
export interface GainReceipt {
  id: string;
  name: string;
  ticker: string;
  status: 'open' | 'closed';
  facts: GainFacts;
  gain: Gain;
  /** Where the price is from; absent when no price is known. */
  price?: {
    kind: 'latest price' | 'close price';
    price: string;
    source: string;
    /** The market's time of a latest price, the closing's time of a close price. */
    asOf: Date;
    /** When a latest price was read from its source. */
    readAt?: Date;
    isStale: boolean;
  };
}

/** An index that begins at 100; points are trading days, oldest first. */
export interface Performance {
  method: string;
  benchmark: string;
  points: PerformancePoint[];
  /** Tickers of open positions that are not in it, because none of their closes is known. */
  leftOut: string[];
}

export interface PerformancePoint {
  day: string;
  /** Two decimals. */
  book: string;
  benchmark?: string;
}

/** One row of a file that is to be imported. */
export interface ImportRow {
  /** As a spreadsheet counts, the line of the headings being 1; in JSON the place in the list, from 1. */
  row: number;
  /** `duplicate`: the book holds it already, so it is left out. */
  state: 'ready' | 'duplicate' | 'error';
  /** What is wrong, or what it repeats. A ready row may have one too: it repeats an earlier row of the same file. */
  message?: string;
  /** What the row says; fields that could not be read are as they stand in the file. */
  name?: string;
  ticker?: string;
  avgEntryPrice?: string;
  purchaseDate?: string;
  status?: string;
  closeDate?: string;
  closePrice?: string;
}

export interface ImportResult {
  rows: ImportRow[];
  readyCount: number;
  duplicateCount: number;
  errorCount: number;
  /** Headings that mean nothing here. */
  ignoredColumns: string[];
  /** What is wrong with the file as a whole, before any row of it. */
  problem?: string;
  /** How many positions were stored: all that were ready, or none. */
  imported: number;
}

export interface ExportFile {
  fileName: string;
  mediaType: string;
  text: string;
}

export type BookEvent = { type: 'changed' };
