import type { SearchProviderName } from '~/shared/search-providers';
/**
 * The contract of a search provider: words in, addresses of pages with a few of their words out. A vendor's file
 * translates its own protocol into these shapes; its failures become `SearchError`. What a page says is never taken from
 * here: pages are read by the installation itself.
 */

export const freshnesses = ['day', 'week', 'month', 'year'] as const;

export interface SearchQuery {
  query: string;
  /** The most results. */
  count: number;
  /** Only pages from this last period, as far as the vendor knows their dates. */
  freshness?: (typeof freshnesses)[number] | undefined;
  /** Only pages of this host and those below it. */
  site?: string | undefined;
  /** Two letters, as in `de`. A vendor that has no such filter leaves it out. */
  language?: string | undefined;
  /** Two letters, as in `DE`; likewise. */
  region?: string | undefined;
}

export interface SearchHit {
  url: string;
  title: string;
  snippet: string;
  /** `yyyy-mm-dd`, where the vendor reports a date that machines can read. */
  publishedOn?: string;
}

export interface SearchProvider {
  readonly name: SearchProviderName;
  /** Where it is asked; two of one name differ in it. */
  readonly baseUrl?: string;
  /** Best first. Throws SearchError, or the signal's reason. */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]>;
}

export type SearchErrorCode =
  | 'unauthorized' // key refused, or no credit left
  | 'rate_limited'
  | 'unavailable' // 5xx, connection refused, DNS, TLS
  | 'timed_out'
  | 'refused' // any other 4xx
  | 'bad_answer'; // not the protocol

/** `message` is for the log: it contains no key and no query. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
  readonly retryAfterSeconds: number | undefined;
  constructor(
    readonly code: SearchErrorCode,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
