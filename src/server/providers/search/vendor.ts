/** The differences between vendors: how a query is sent, and where the response has its results. */

import { recordOf, type UnknownRecord } from '~/shared/is-record';
import type { SearchProviderName } from '~/shared/search-providers';
import { dayMs, utcDay } from '~/shared/utc-day';
import type { SearchQuery } from './types';

export interface VendorRequest {
  /** Relative to the vendor's base URL. */
  path: string;
  parameters?: Readonly<Record<string, string | number | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON with POST. Without a body, the request is a GET. */
  body?: object;
}

/** As reported: any property may be missing or have another type. */
export interface RawHit {
  url: unknown;
  title: unknown;
  snippet: unknown;
  date?: unknown;
}

export interface SearchVendor {
  name: SearchProviderName;
  baseUrl: string;
  request(query: SearchQuery): VendorRequest;
  /** Throws or returns undefined if the response is not the vendor's. */
  hits(response: JsonObject): RawHit[] | undefined;
}

export type JsonObject = UnknownRecord;

/** Undefined if the value is not a list. */
export const hitsIn = (list: unknown, read: (item: JsonObject) => RawHit): RawHit[] | undefined =>
  Array.isArray(list) ? list.map((item) => read(recordOf(item))) : undefined;

/** For vendors that support the `site:` operator. */
export const withSite = ({ query, site }: SearchQuery): string => (site ? `${query} site:${site}` : query);

const days = { day: 1, week: 7, month: 31, year: 366 } as const;

/** The first day of the period, for vendors that filter by date. */
export function sinceDay(freshness: SearchQuery['freshness']): string | undefined {
  if (!freshness) return undefined;
  return utcDay(new Date(Date.now() - days[freshness] * dayMs));
}
