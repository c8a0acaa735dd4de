/** Makes a search provider of a vendor: sends the query and sanitizes the results for the model. */
import { walkHtml } from '~/server/reading/structure/xml';
import { textStart } from '~/shared/text-start';
import { askVendor } from './search-request';
import { SearchError, type SearchHit, type SearchProvider, type SearchQuery } from './types';
import type { RawHit, SearchVendor } from './vendor';

const longest = { title: 200, snippet: 500, url: 2048 };

export const createVendorSearch = (vendor: SearchVendor, { timeoutMs = 6000 } = {}): SearchProvider => ({
  name: vendor.name,
  baseUrl: vendor.baseUrl,
  async search(query, signal) {
    const ask = (searchQuery: SearchQuery) => askVendor(vendor, vendor.request(searchQuery), { timeoutMs, signal });
    const response = await ask(query).catch((error: unknown) => {
      // An unsupported code of a language or region must not fail the whole search.
      const hasFilter = query.language !== undefined || query.region !== undefined;
      if (!(error instanceof SearchError) || error.code !== 'refused' || !hasFilter) throw error;
      return ask({ ...query, language: undefined, region: undefined });
    });
    const hits = vendor.hits(response);
    if (!hits) throw new SearchError('bad_answer', `${vendor.name} sent a response without results`);
    return readable(hits).slice(0, query.count);
  },
});

/** Removes duplicates and results without a web URL. */
function readable(raw: readonly RawHit[]): SearchHit[] {
  const hits = new Map<string, SearchHit>();
  for (const { url: address, title, snippet, date } of raw) {
    const url = webAddress(address);
    if (!url || hits.has(url)) continue;
    const publishedOn = dayIn(date);
    hits.set(url, {
      url,
      title: plain(title, longest.title) || new URL(url).hostname,
      snippet: plain(snippet, longest.snippet),
      ...(publishedOn && { publishedOn }),
    });
  }
  return [...hits.values()];
}

function webAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > longest.url || !URL.canParse(value)) return undefined;
  const { protocol, username, href } = new URL(value);
  return (protocol === 'https:' || protocol === 'http:') && username === '' ? href : undefined;
}

/** Removes highlighting and decodes entities. */
function plain(value: unknown, max: number): string {
  if (typeof value !== 'string') return '';
  const words: string[] = [];
  walkHtml(value.slice(0, max * 4), { text: (text) => words.push(text) });
  return textStart(words.join('').replace(/\s+/g, ' ').trim(), max);
}

function dayIn(value: unknown): string | undefined {
  const day = typeof value === 'string' ? /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] : undefined;
  return day && !Number.isNaN(Date.parse(day)) ? day : undefined;
}
