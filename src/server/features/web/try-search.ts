/** Sends one real query to a search provider and reports the result. */

import type { Deps } from '~/server/deps';
import { createSecretBox } from '~/server/features/models/endpoint-secrets';
import { vendorsOf } from '~/server/providers/search/create-search';
import { SearchError, type SearchErrorCode } from '~/server/providers/search/types';
import type { SearchVendor } from '~/server/providers/search/vendor';
import { createVendorSearch } from '~/server/providers/search/vendor-search';
import type { SearchTest } from '~/shared/schemas/web-search';
import type { SearchProviderName } from '~/shared/search-providers';
import { storedVendor } from './search-catalog';
import { searchProviderNotFound } from './search-providers.service';

const timeoutMs = 10_000;
const maxResults = 5;

const reasons: Record<SearchErrorCode, string> = {
  unauthorized: 'The provider rejected the key, or the account has no credit left.',
  rate_limited: 'The provider is receiving too many requests. Try again in a minute.',
  unavailable: "The provider can't be reached. Check the address and the network.",
  timed_out: 'The provider did not respond in time.',
  refused: 'The provider rejected the request.',
  bad_answer: 'The response is not a search response. For SearXNG, allow the json format in its settings.',
};

export async function trySearch(deps: Deps, name: SearchProviderName, query: string): Promise<SearchTest> {
  const vendor = vendorsOf(deps.env).find((one) => one.name === name) ?? (await vendorOfRow(deps, name));
  if (vendor === null) return { ok: false, text: 'Enter the key again.', milliseconds: 0, results: [] };
  return askOnce(vendor, query);
}

/** Null if the key can't be decrypted. */
async function vendorOfRow({ db, env }: Deps, name: SearchProviderName): Promise<SearchVendor | null> {
  const row = await db.searchProvider.findUnique({ where: { name } });
  if (!row) throw searchProviderNotFound();
  return storedVendor(row, createSecretBox(env)) ?? null;
}

export async function askOnce(vendor: SearchVendor, query: string): Promise<SearchTest> {
  const start = performance.now();
  const elapsed = () => Math.round(performance.now() - start);
  try {
    const search = createVendorSearch(vendor, { timeoutMs });
    const hits = await search.search({ query, count: maxResults }, AbortSignal.timeout(timeoutMs));
    const results = hits.map(({ title, url }) => ({ title, url }));
    return { ok: true, text: '', milliseconds: elapsed(), results };
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    return { ok: false, text: reasons[error.code], milliseconds: elapsed(), results: [] };
  }
}
