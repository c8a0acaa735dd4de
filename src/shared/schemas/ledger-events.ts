/** The kinds of ledger entries: about one position, or about the market or the calculation method. */

const positionKinds = ['opened', 'closed', 'deleted', 'imported', 'seeded', 'corrected'] as const;
export type PositionKind = (typeof positionKinds)[number];

/**
 * The facts of each kind that is not about one position. Fields are written in this order. Types instead of schemas,
 * because the verifier that readers download loads this file without zod; `bodyOf` checks the fields it relies on.
 */
export interface MarketFacts {
  /** All open positions in `ticker` trade as `to` from then on. */
  renamed: { ticker: string; to: string };
  /** All open positions in `ticker` ended, at a price in USD per share; '0.00' is a total loss. */
  delisted: { ticker: string; price: string };
  /** A split that prices confirmed, that is no longer reported, or that an administrator confirmed or overruled. */
  split: {
    ticker: string;
    day: string;
    numerator: number;
    denominator: number;
    state: 'confirmed' | 'superseded' | 'overruled';
    by: string;
  };
  /**
   * A dividend that was reported or is no longer reported, in USD per share, adjusted for splits up to `splitsThrough`.
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
  /** A price that was held back, and the administrator's decision. */
  quote: { ticker: string; price: string; state: 'confirmed' | 'overruled' };
  /** SHA-256 and number of lines of the text that lists a day's closing prices. */
  prices: { day: string; count: number; hash: string };
  /**
   * SHA-256 of the text of a thesis version, and of its evidence if it has any. The texts themselves are not public.
   */
  thesis: { position: string; version: number; hash: string; evidence?: string };
  /** SHA-256 of the text of a note version about a position. The text itself is not public. */
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

export type MarketNews = { [Kind in MarketKind]: { kind: Kind; facts: MarketFacts[Kind] } }[MarketKind];

/** The content of an entry that is not about one position. */
export type MarketBody = MarketNews & {
  version: 1;
  seq: number;
  /** ISO time of the recording, by the server's clock. */
  at: string;
  /** 'system' if no user did it. */
  actor: string;
  /** Given by an administrator, if one decided. */
  reason?: string;
  previousHash: string;
};
