import { z } from 'zod';
import type { Split } from '~/shared/gain';
import { limits } from '~/shared/limits';

export const ledgerKinds = ['opened', 'closed', 'deleted', 'imported', 'seeded'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/** Oldest first. `cursor` is the `seq` of the last entry that the reader has. */
export const ledgerInput = z
  .object({
    cursor: z
      .string()
      .regex(/^\d{1,15}$/, 'This page link is not valid. Load the list again.')
      .nullish(),
    limit: z.number().int().min(1).max(limits.ledgerPage).optional(),
  })
  .optional();

/** Ticker by ticker, in alphabetical order. `cursor` is the last ticker that the reader has. */
export const closesInput = z.object({ cursor: z.string().max(20).nullish() }).optional();

/** One event of the ledger, as it is stored. */
export interface LedgerEntry {
  /** 1, 2, 3 … without a gap. */
  seq: number;
  at: Date;
  kind: LedgerKind;
  /** The exact text that is hashed: JSON of a `LedgerBody`. */
  body: string;
  /** `hash` of the entry before; 64 zeros in the first. */
  previousHash: string;
  /** SHA-256 of `body` in UTF-8, as 64 hexadecimal digits. */
  hash: string;
}

/** What an entry says. The order of the fields is that in which they are written. */
export interface LedgerBody {
  version: 1;
  seq: number;
  /** ISO time of the recording, by the server. */
  at: string;
  kind: LedgerKind;
  /** Who did it: always the same for the same person, and no address. 'system' where nobody did. */
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
  /** Where the entry or close price of this event is from. */
  priceSource: string;
  /** What the market's price was when it happened, as far as it was known. */
  market?: { price: string; asOf: string; source: string };
  /** The position is older than its entry: it was in the book before there was a ledger. */
  recordedLater?: true;
  previousHash: string;
}

export interface LedgerPage {
  entries: LedgerEntry[];
  nextCursor: string | null;
  /** The newest entry of all; null while there is none. */
  head: LedgerHead | null;
}

export interface LedgerHead {
  seq: number;
  at: Date;
  hash: string;
}

/** The prices with which anybody can value the ledger's positions. */
export interface PublishedCloses {
  benchmark: string;
  /** All days of this part, oldest first. */
  days: string[];
  /** Of each ticker a close for each of `days`, in USD and adjusted for all its splits; null where none is known. */
  closes: Record<string, (string | null)[]>;
  splits: Record<string, Split[]>;
  quotes: Record<string, { price: string; asOf: Date; source: string }>;
  nextCursor: string | null;
}

/** A position as the book has it now, for comparing with what the ledger tells. */
export interface BookEntry {
  id: string;
  ticker: string;
  name: string;
  entryPrice: string;
  purchaseDate: Date;
  closePrice: string | null;
  closeDate: Date | null;
}
