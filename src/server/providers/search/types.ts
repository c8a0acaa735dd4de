import type { SearchProviderName } from '~/shared/search-providers';
/**
 * The contract of a search provider: takes a query and returns URLs with snippets. A vendor's file converts its
 * protocol to these shapes and its errors to `SearchError`. Contents of pages never come from here: the installation
 * reads pages itself.
 */

export const freshnesses = ['day', 'week', 'month', 'year'] as const;

export interface SearchQuery {
  query: string;
  /** The maximum number of results. */
  count: number;
  /** Only pages from this period, as far as the vendor has their dates. */
  freshness?: (typeof freshnesses)[number] | undefined;
  /** Only pages of this host and its subdomains. */
  site?: string | undefined;
  /** Two letters, such as `de`. Ignored by vendors without this filter. */
  language?: string | undefined;
  /** Two letters, such as `DE`. Ignored by vendors without this filter. */
  region?: string | undefined;
}

export interface SearchHit {
  url: string;
  title: string;
  snippet: string;
  /** `yyyy-mm-dd`, if the vendor reports a machine-readable date. */
  publishedOn?: string;
}

export interface SearchProvider {
  readonly name: SearchProviderName;
  /** Distinguishes two providers of the same name. */
  readonly baseUrl?: string;
  /** Best results first. Rejects with a SearchError or the signal's reason. */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]>;
}

export type SearchErrorCode =
  | 'unauthorized' // key rejected, or no credit left
  | 'rate_limited'
  | 'unavailable' // 5xx, connection refused, DNS, TLS
  | 'timed_out'
  | 'refused' // any other 4xx
  | 'bad_answer'; // an invalid response

/** `message` is for the log: it never contains a key or a query. */
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
