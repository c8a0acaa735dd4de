import { hitsIn, type SearchVendor } from './vendor';

const periods = { day: 'd1', week: 'w1', month: 'm1', year: 'y1' } as const;
/** More than one page of results is another request. */
const mostResults = 10;

/** Google Programmable Search: an engine of the operator's that searches the whole web. */
export const google = (apiKey: string, engineId: string, baseUrl = 'https://www.googleapis.com'): SearchVendor => ({
  name: 'google',
  baseUrl,
  request: ({ query, count, freshness, site, language, region }) => ({
    path: '/customsearch/v1',
    parameters: {
      key: apiKey,
      cx: engineId,
      q: query,
      num: Math.min(count, mostResults),
      dateRestrict: freshness && periods[freshness],
      siteSearch: site,
      siteSearchFilter: site && 'i',
      lr: language && `lang_${language}`,
      gl: region?.toLowerCase(),
    },
  }),
  // Without any result the response has no `items`.
  hits: ({ kind, items }) =>
    kind === 'customsearch#search'
      ? hitsIn(items ?? [], ({ link, title, snippet }) => ({ url: link, title, snippet }))
      : undefined,
});
