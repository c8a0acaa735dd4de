/** What an answer may draw on: the portfolio, and the files of its own conversation. Models of vendors get it as tools. */
import type { LanguageModel, ModelRequest } from '~/server/providers/llm/types';
import type { ProcessedType } from '~/shared/file-kinds';

/** A position of the portfolio, figures as decimal strings in USD or in its currency. */
export interface PositionFact {
  name: string;
  ticker: string;
  status: 'open' | 'closed';
  avgEntryPrice: string;
  purchaseDate: Date;
  latestPrice?: string;
  /** When it was traded. */
  priceAsOf?: Date;
  priceSource?: string;
  /** It could not be refreshed when it should have been. */
  isPriceStale?: boolean;
  /** '3/1': shares now for shares bought. Gains have it in; absent without splits. */
  splitFactor?: string;
  closePrice?: string;
  closeDate?: Date;
  /** Percent with two decimals, absent when no price is known. */
  gainsPercent?: string;
  /** Of its prices and `gainsPercent`; absent for USD. */
  currency?: string;
  /** The gain in USD of a position in another currency, where the exchange rates are known. */
  usdGainsPercent?: string;
}

/** The latest known price of a share, held or not. */
export interface QuoteFact {
  ticker: string;
  price: string;
  currency?: string;
  asOf: Date;
  source: string;
  isStale: boolean;
}

/** What the track record proves, between two days (`yyyy-mm-dd`), in percent with two decimals. */
export interface VerifiedFact {
  from: string;
  to: string;
  percent: string;
  benchmarkPercent?: string;
  /** The largest fall between these days, with its sign; absent where it never fell. */
  drawdown?: { percent: string; from: string; to: string };
}

/**
 * How the equal-weighted book has done between two days, in percent with two decimals. `verified` leads: the rest is as
 * stated, from entered prices and dates.
 */
export interface PerformanceFact {
  /** Absent until a market close has followed an entry of the ledger. */
  verified?: VerifiedFact;
  from: string;
  to: string;
  bookPercent: string;
  benchmark: string;
  benchmarkPercent?: string;
  method: string;
  /** Tickers without known closes. */
  leftOut: string[];
}

/** A file of the conversation, as far as it was understood. */
export interface DocumentFact {
  objectId: string;
  name: string;
  kind: ProcessedType;
  /** The first passages of its text, in order; empty when it has none. */
  opening: Passage[];
  /** Where the file has pages. */
  pages?: number;
  /** Of its whole text; an estimate where they were not counted. */
  tokens: number;
  passageCount: number;
  /** Why its text is missing or not whole, in the reader's words. */
  problem?: string;
  /** Attached to the question itself, not to an earlier one. */
  isNew: boolean;
}

/** A passage of something the person owns: a document, a file, an earlier conversation. */
export interface Passage {
  /** The file it is from; its text stands there word for word. */
  objectId?: string;
  /** The document of a collection that the file belongs to. */
  documentId?: string;
  source: string;
  text: string;
  page?: number;
  /** Its number among the passages of the file, from 0. */
  place?: number;
  /** Higher is a better match; only its order means anything. */
  rank: number;
}

/** What the person has, read only when a model asks for it. */
export interface Library {
  positions(): Promise<PositionFact[]>;
  /** Of those tickers that are known. */
  quotes(tickers: readonly string[]): Promise<QuoteFact[]>;
  /** Nothing when too few closes are known. */
  performance(): Promise<PerformanceFact | undefined>;
  /** The files of the conversation, oldest first. */
  documents(): Promise<DocumentFact[]>;
  /** The passages that match best, best first; after its best passage the rest of each of the best `wholePages`. */
  passages(query: string, limit: number, wholePages?: number): Promise<Passage[]>;
}

/** For requests that draw on what they contain alone. */
export const noLibrary: Library = {
  positions: async () => [],
  quotes: async () => [],
  performance: async () => undefined,
  documents: async () => [],
  passages: async () => [],
};

/** The texts of a conversation's files, for prompts. */
export interface FileTexts {
  /** These passages, as far as they exist, in the order of the files' text. */
  passagesAt(places: readonly { objectId: string; place: number }[]): Promise<Passage[]>;
  /** The whole texts of these files, with marks where pages begin, by the files' ids. */
  texts(objectIds: readonly string[]): Promise<Map<string, string>>;
}

/** A request whose model may also read the user's data itself, as the offline analyst does. */
export interface AnswerRequest extends ModelRequest {
  library: Library;
  /** The user wants nothing of the portfolio, only of their files. */
  onlyFiles?: boolean;
}

export type AnswerModel = LanguageModel<AnswerRequest>;
