import { hitsIn, objectOf, type SearchVendor, withSite } from './vendor';

const periods = { day: 'pd', week: 'pw', month: 'pm', year: 'py' } as const;

export const brave = (apiKey: string, baseUrl = 'https://api.search.brave.com'): SearchVendor => ({
  name: 'brave',
  baseUrl,
  request: (query) => ({
    path: '/res/v1/web/search',
    headers: { 'x-subscription-token': apiKey },
    parameters: {
      q: withSite(query),
      count: query.count,
      freshness: query.freshness && periods[query.freshness],
      search_lang: query.language,
      country: query.region,
    },
  }),
  // Without any result the response has no `web`.
  hits: ({ type, web }) =>
    type === 'search'
      ? hitsIn(objectOf(web).results ?? [], ({ url, title, description, page_age }) => ({
          url,
          title,
          snippet: description,
          date: page_age,
        }))
      : undefined,
});
