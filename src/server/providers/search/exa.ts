import { hitsIn, type SearchVendor, sinceDay } from './vendor';

/** Enough to judge whether a page is worth reading. */
const snippetCharacters = 400;

export const exa = (apiKey: string, baseUrl = 'https://api.exa.ai'): SearchVendor => ({
  name: 'exa',
  baseUrl,
  request: ({ query, count, freshness, site, region }) => ({
    path: '/search',
    headers: { 'x-api-key': apiKey },
    body: {
      query,
      numResults: count,
      contents: { text: { maxCharacters: snippetCharacters } },
      ...(freshness && { startPublishedDate: `${sinceDay(freshness)}T00:00:00.000Z` }),
      ...(site && { includeDomains: [site] }),
      ...(region && { userLocation: region }),
    },
  }),
  hits: ({ results }) =>
    hitsIn(results, ({ url, title, text, publishedDate }) => ({ url, title, snippet: text, date: publishedDate })),
});
