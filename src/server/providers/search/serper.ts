import { hitsIn, type SearchVendor, withSite } from './vendor';

export const serper = (apiKey: string, baseUrl = 'https://google.serper.dev'): SearchVendor => ({
  name: 'serper',
  baseUrl,
  request: (query) => ({
    path: '/search',
    headers: { 'x-api-key': apiKey },
    body: {
      q: withSite(query),
      num: query.count,
      ...(query.freshness && { tbs: `qdr:${query.freshness[0]}` }),
      ...(query.language && { hl: query.language }),
      ...(query.region && { gl: query.region.toLowerCase() }),
    },
  }),
  hits: ({ organic }) => hitsIn(organic, ({ link, title, snippet, date }) => ({ url: link, title, snippet, date })),
});
