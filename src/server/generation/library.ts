/**
 * The data available to an answer: the portfolio, and the files of its conversation. Vendor models access it through
 * tools.
 */
import type { LanguageModel, ModelRequest } from '~/server/providers/llm/types';
import type { ProcessedType } from '~/shared/file-kinds';

/** A position of the portfolio. Figures are decimal strings, in USD or in its currency. */
export interface PositionFact {
  name: string;
  ticker: string;
  status: 'open' | 'closed';
  avgEntryPrice: string;
  purchaseDate: Date;
  latestPrice?: string;
  /** Time of the trade. */
  priceAsOf?: Date;
  priceSource?: string;
  /** The price could not be refreshed when it was due. */
  isPriceStale?: boolean;
  /** '3/1': shares now for shares bought. Included in gains; absent without splits. */
  splitFactor?: string;
  closePrice?: string;
  closeDate?: Date;
  /** Percent with two decimals; absent if no price is known. */
  gainsPercent?: string;
  /** Currency of its prices and `gainsPercent`; absent for USD. */
  currency?: string;
  /** The gain in USD of a position in another currency, if the exchange rates are known. */
  usdGainsPercent?: string;
}

/** The latest known price of a stock, whether in the portfolio or not. */
export interface QuoteFact {
  ticker: string;
  price: string;
  currency?: string;
  asOf: Date;
  source: string;
  isStale: boolean;
}

/** What the track record proves between two days (`yyyy-mm-dd`), in percent with two decimals. */
export interface VerifiedFact {
  from: string;
  to: string;
  percent: string;
  benchmarkPercent?: string;
  /** The max drawdown between these days, with its sign; absent if it never fell. */
  drawdown?: { percent: string; from: string; to: string };
}

/**
 * Performance of the equal-weighted portfolio between two days, in percent with two decimals. `verified` comes first:
 * the rest is as stated, from entered prices and dates.
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
  /** Tickers without known closing prices. */
  leftOut: string[];
}

/** A file of the conversation, as far as it could be processed. */
export interface DocumentFact {
  objectId: string;
  name: string;
  kind: ProcessedType;
  /** The first passages of its text, in order; empty if it has none. */
  opening: Passage[];
  /** Number of pages, if the file has pages. */
  pages?: number;
  /** Tokens of its whole text; an estimate if they were not counted. */
  tokens: number;
  passageCount: number;
  /** Why its text is missing or incomplete, as a message for the user. */
  problem?: string;
  /** Attached to the current message, not to an earlier one. */
  isNew: boolean;
}

/** A passage of the user's own documents, files or earlier conversations. */
export interface Passage {
  /** The file it is from, which contains its text verbatim. */
  objectId?: string;
  /** The document of a collection that the file belongs to. */
  documentId?: string;
  source: string;
  /** The name of the document's collection. */
  collection?: string;
  /** How many passages the document has, if known. */
  passageCount?: number;
  text: string;
  page?: number;
  /** Its index among the passages of the file, from 0. */
  place?: number;
  /** Higher is a better match; only the order is meaningful. */
  rank: number;
}

/** The user's data, read only when a model requests it. */
export interface Library {
  positions(): Promise<PositionFact[]>;
  /** Quotes of those tickers that are known. */
  quotes(tickers: readonly string[]): Promise<QuoteFact[]>;
  /** Undefined if too few closing prices are known. */
  performance(): Promise<PerformanceFact | undefined>;
  /** The files of the conversation, oldest first. */
  documents(): Promise<DocumentFact[]>;
  /** The best matching passages, best first; the best `wholePages` pages are completed with their other passages. */
  passages(query: string, limit: number, wholePages?: number): Promise<Passage[]>;
}

/** For requests that use only their own content. */
export const noLibrary: Library = {
  positions: async () => [],
  quotes: async () => [],
  performance: async () => undefined,
  documents: async () => [],
  passages: async () => [],
};

/** The texts of a conversation's files, for prompts. */
export interface FileTexts {
  /** The passages at these places that exist, in the order of the text. */
  passagesAt(places: readonly { objectId: string; place: number }[]): Promise<Passage[]>;
  /** The whole texts of these files, with marks at page breaks, by file id. */
  texts(objectIds: readonly string[]): Promise<Map<string, string>>;
}

/** A request whose model may also read the user's data directly, as the offline analyst does. */
export interface AnswerRequest extends ModelRequest {
  library: Library;
  /** Use only the user's files, not the portfolio. */
  onlyFiles?: boolean;
}

export type AnswerModel = LanguageModel<AnswerRequest>;
