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
  hits: ({ results }) =>
    hitsIn(results, ({ url, title, content, publishedDate }) => ({
      url,
      title,
      snippet: content,
      date: publishedDate,
    })),
});
