/**
 * The contract of a price provider: the latest prices of many tickers in one call, and the history of one ticker. A
 * vendor's file converts its protocol to these shapes and its errors to `PriceError`. Values are returned as
 * reported; the feature decides for all vendors whether a price is plausible.
 */

import type { PriceProviderName } from '~/shared/price-providers';

export interface ReportedQuote {
  /** As requested. */
  ticker: string;
  /** In `currency`, as reported: may be NaN, negative or absurd. */
  price: number;
  /** The vendor's code: USD, EUR, GBp (pence); empty when it reported none. */
  currency: string;
  /** When it was traded; an invalid date if the vendor did not report it. */
  asOf: Date;
  /** The company or fund, and its exchange, if reported. */
  name?: string;
  exchange?: string;
  /** Set if a provider other than the requested one returned it. */
  source?: string;
}

/** `numerator` new shares for `denominator` old ones, from the opening of `day`. Positive integers. */
export interface ReportedSplit {
  /** `yyyy-mm-dd` at the exchange. */
  day: string;
  numerator: number;
  denominator: number;
}

/** Cash per share for holders since before the opening of `day`, in the currency of the closing prices. */
export interface ReportedDividend {
  /** The ex-date, `yyyy-mm-dd` at the exchange. */
  day: string;
  /** Adjusted for splits like the closing prices. As reported: may be negative or absurd. */
  amount: number;
}

export interface ReportedHistory {
  currency: string;
  /**
   * Closing prices of completed trading days, oldest first, one per day. In `currency`, adjusted for the splits that
   * the vendor has, not for dividends. As reported: may be negative or absurd.
   */
  closes: { day: string; close: number }[];
  /** Oldest first, one per day. */
  splits: ReportedSplit[];
  /** Oldest first, one per day. Absent if the provider doesn't report any. */
  dividends?: ReportedDividend[];
  /** Set if a provider other than the requested one returned it. */
  source?: string;
}

export interface PriceProvider {
  readonly name: PriceProviderName;
  /** As shown to users: "Yahoo Finance". */
  readonly source: string;
  /** False if there is no vendor, so that it is never requested. */
  readonly isConnected: boolean;
  /** The maximum number of tickers in one call of `quotes`. */
  readonly batchSize: number;
  /** The latest prices by ticker as requested, without unknown tickers. One request to the vendor. */
  quotes(tickers: readonly string[], signal?: AbortSignal): Promise<Map<string, ReportedQuote>>;
  /**
   * Closing prices, splits and dividends from a day (`yyyy-mm-dd`) to yesterday, UTC. Also for currency pairs
   * (EURUSD=X, USDJPY=X), whose closing prices are daily exchange rates in the second currency.
   */
  history(ticker: string, fromDay: string, signal?: AbortSignal): Promise<ReportedHistory>;
}

/** The source of daily exchange rates if it is not the price provider itself. */
export type RateProvider = Pick<PriceProvider, 'source' | 'history'>;

export type PriceErrorCode =
  | 'unavailable' // 5xx, connection refused, DNS, TLS
  | 'rate_limited'
  | 'timed_out'
  | 'refused' // 4xx: key or request rejected
  | 'bad_answer' // an invalid response
  | 'unknown_ticker'; // only from `history`

/** An error for administrators. `message` never contains a URL, a cookie or the vendor's response. */
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
