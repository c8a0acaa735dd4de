import { hitsIn, type SearchVendor } from './vendor';

export const tavily = (apiKey: string, baseUrl = 'https://api.tavily.com'): SearchVendor => ({
  name: 'tavily',
  baseUrl,
  request: ({ query, count, freshness, site }) => ({
    path: '/search',
    headers: { authorization: `Bearer ${apiKey}` },
    body: {
      query,
      max_results: count,
      ...(freshness && { time_range: freshness }),
      ...(site && { include_domains: [site] }),
    },
  }),
  hits: ({ results }) =>
    hitsIn(results, ({ url, title, content, published_date }) => ({
      url,
      title,
      snippet: content,
      date: published_date,
    })),
});
