import { SearchError } from './types';
import { hitsIn, type SearchVendor, withSite } from './vendor';

/** A SearXNG instance of the operator. Its settings must include the format `json`. */
export const searxng = (baseUrl: string): SearchVendor => ({
  name: 'searxng',
  baseUrl,
  request: (query) => ({
    path: '/search',
    parameters: {
      q: withSite(query),
      format: 'json',
      time_range: query.freshness,
      language: query.language && query.region ? `${query.language}-${query.region}` : query.language,
    },
  }),
  hits({ results, unresponsive_engines: failed }) {
    // Engines that block the instance are listed beside the results, in a successful response.
    if (isEmpty(results) && Array.isArray(failed) && failed.length > 0)
      // Maybe there is nothing to find: ask the next provider, and this one again with the next query.
      throw new SearchError('unavailable', `searxng: no engine had results, and ${failed.length} did not respond`, {
        retryAfterSeconds: 0,
      });
    return hitsIn(results, ({ url, title, content, publishedDate }) => ({
      url,
      title,
      snippet: content,
      date: publishedDate,
    }));
  },
});

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0;
