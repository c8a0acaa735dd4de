import { recordOf } from '~/shared/is-record';
import { hitsIn, type SearchVendor, sinceDay, withSite } from './vendor';

export const kagi = (apiKey: string, baseUrl = 'https://kagi.com'): SearchVendor => ({
  name: 'kagi',
  baseUrl,
  request: (query) => ({
    path: '/api/v1/search',
    headers: { authorization: `Bearer ${apiKey}` },
    body: {
      query: withSite(query),
      workflow: 'search',
      limit: query.count,
      ...((query.freshness || query.region) && {
        filters: {
          ...(query.region && { region: query.region }),
          ...(query.freshness && { after: sinceDay(query.freshness) }),
        },
      }),
    },
  }),
  hits: ({ data }) =>
    hitsIn(recordOf(data).search, ({ url, title, snippet, time }) => ({ url, title, snippet, date: time })),
});
