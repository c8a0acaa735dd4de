/** The kinds of ledger entries: some are about one position, the others about the market or about how it is counted. */

export const positionKinds = ['opened', 'closed', 'deleted', 'imported', 'seeded', 'corrected'] as const;
export type PositionKind = (typeof positionKinds)[number];

/** The facts of each kind that is not about one position. The order of the fields is that in which they are written. */
export interface MarketFacts {
  /** All open positions of `ticker` trade as `to` from then on. */
  renamed: { ticker: string; to: string };
  /** All open positions of `ticker` ended, in USD a share; '0.00' is a total loss. */
  delisted: { ticker: string; price: string };
  /** A split that prices bore out, that is no longer reported, or that an administrator confirmed or overruled. */
  split: {
    ticker: string;
    day: string;
    numerator: number;
    denominator: number;
    state: 'confirmed' | 'superseded' | 'overruled';
    by: string;
  };
  /**
   * A dividend that was reported or is no longer reported: USD per share, adjusted for splits up to `splitsThrough`.
   * A corrected amount is reported again.
   */
  dividend: {
    ticker: string;
    day: string;
    amount: string;
    splitsThrough: string;
    state: 'reported' | 'withdrawn';
    by: string;
  };
  /** A price that was held back, and what an administrator decided. */
  quote: { ticker: string; price: string; state: 'confirmed' | 'overruled' };
  /** SHA-256 of the text that lists the closing prices of a day, and how many they are. */
  prices: { day: string; count: number; hash: string };
  /**
   * SHA-256 of the text of a version of a position's thesis, and of that of its evidence if it has any; the texts
   * themselves are not public.
   */
  thesis: { position: string; version: number; hash: string; evidence?: string };
  /** SHA-256 of the text of a version of a note about a position; the text itself is not public. */
  note: { position: string; note: string; version: number; hash: string };
  /** How the verified record is calculated from then on. */
  method: { text: string };
}

export const marketKinds = [
  'renamed',
  'delisted',
  'split',
  'dividend',
  'quote',
  'prices',
  'thesis',
  'note',
  'method',
] as const satisfies (keyof MarketFacts)[];
export type MarketKind = keyof MarketFacts;

export const ledgerKinds = [...positionKinds, ...marketKinds] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

export type MarketNews = { [Kind in MarketKind]: { kind: Kind; facts: MarketFacts[Kind] } }[MarketKind];

/** What an entry says that is not about one position. */
export type MarketBody = MarketNews & {
  version: 1;
  seq: number;
  /** ISO time of the recording, by the server. */
  at: string;
  /** 'system' where no person did it. */
  actor: string;
  /** An administrator's, where one decided. */
  reason?: string;
  previousHash: string;
};
