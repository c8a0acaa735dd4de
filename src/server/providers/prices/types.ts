/**
 * The contract of a price provider: the latest prices of many tickers in one call, and the past of one ticker. A
 * vendor's file translates its own protocol into these shapes and its own failures into `PriceError`; what is reported is
 * handed on as it was reported – whether a price is believed is decided by the feature, once for all vendors.
 */

import type { PriceProviderName } from '~/shared/price-providers';

export interface ReportedQuote {
  /** As it was asked for. */
  ticker: string;
  /** In `currency`, as reported: may be NaN, negative or absurd. */
  price: number;
  /** The vendor's code: USD, EUR, GBp (pence); empty when it reported none. */
  currency: string;
  /** When it was traded; an invalid date when the vendor reported none. */
  asOf: Date;
  /** Of the company or fund, and of where it is traded, as far as reported. */
  name?: string;
  exchange?: string;
  /** Where another provider than the asked one answered. */
  source?: string;
}

/** `numerator` new shares for `denominator` old ones, from the opening of `day` on. Whole numbers above zero. */
export interface ReportedSplit {
  /** `yyyy-mm-dd` at the exchange. */
  day: string;
  numerator: number;
  denominator: number;
}

/** Cash per share for owners from before the opening of `day`, in the currency of the closes. */
export interface ReportedDividend {
  /** The ex-date, `yyyy-mm-dd` at the exchange. */
  day: string;
  /** Adjusted for splits as the closes are. As reported: may be negative or absurd. */
  amount: number;
}

export interface ReportedHistory {
  currency: string;
  /**
   * Closes of the trading days that are over, oldest first, each day once. In `currency`, adjusted by the vendor for
   * the splits it knows, not for dividends. As reported: may be negative or absurd.
   */
  closes: { day: string; close: number }[];
  /** Oldest first, each day once. */
  splits: ReportedSplit[];
  /** Oldest first, each day once. Absent where the provider doesn't report any. */
  dividends?: ReportedDividend[];
  /** Where another provider than the asked one answered. */
  source?: string;
}

export interface PriceProvider {
  readonly name: PriceProviderName;
  /** As a reader is reported: "Yahoo Finance". */
  readonly source: string;
  /** False when there is nothing behind it: then it is never asked. */
  readonly isConnected: boolean;
  /** The most tickers of one call of `quotes`. */
  readonly batchSize: number;
  /** The latest prices, by ticker as asked; one that the vendor doesn't know is absent. One request to the vendor. */
  quotes(tickers: readonly string[], signal?: AbortSignal): Promise<Map<string, ReportedQuote>>;
  /**
   * Closes, splits and dividends from a day (`yyyy-mm-dd`) until the day before today, UTC. Also of pairs of currencies
   * (EURUSD=X, USDJPY=X), whose closes are daily exchange rates in the second currency.
   */
  history(ticker: string, fromDay: string, signal?: AbortSignal): Promise<ReportedHistory>;
}

/** Where daily exchange rates are from, if not from the price provider itself. */
export type RateProvider = Pick<PriceProvider, 'source' | 'history'>;

export type PriceErrorCode =
  | 'unavailable' // 5xx, connection refused, DNS, TLS
  | 'rate_limited'
  | 'timed_out'
  | 'refused' // 4xx: not let in
  | 'bad_answer' // not the protocol
  | 'unknown_ticker'; // of `history` alone

/** A failure in words for an admin. `message` never holds an address, a cookie or what the vendor sent. */
export class PriceError extends Error {
  override readonly name = 'PriceError';
  readonly retryAfterSeconds: number | undefined;
  constructor(
    readonly code: PriceErrorCode,
    message: string,
    options?: { cause?: unknown; retryAfterSeconds?: number },
  ) {
    super(message, { cause: options?.cause });
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }
}
