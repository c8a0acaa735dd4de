import type { SearchQuery } from './types';
import { hitsIn, type SearchVendor } from './vendor';

/** Languages by which Google can filter. */
const languages = new Set(
  `ar bg ca cs da de el en es et fi fr hr hu id is it iw ja ko lt lv nl no pl pt ro ru sk sl sr sv tr zh-CN zh-TW`.split(
    ' ',
  ),
);
const ownNames: Record<string, string> = { he: 'iw', nb: 'no', nn: 'no' };

function languageOf({ language, region = '' }: Pick<SearchQuery, 'language' | 'region'>): string | undefined {
  if (language === 'zh') return ['TW', 'HK', 'MO'].includes(region) ? 'lang_zh-TW' : 'lang_zh-CN';
  const code = language && (ownNames[language] ?? language);
  return code && languages.has(code) ? `lang_${code}` : undefined;
}

const periods = { day: 'd1', week: 'w1', month: 'm1', year: 'y1' } as const;
/** The size of one page of results; more would need another request. */
const maxResults = 10;

/** Google Programmable Search, with an engine of the operator that searches the whole web. */
export const google = (apiKey: string, engineId: string, baseUrl = 'https://www.googleapis.com'): SearchVendor => ({
  name: 'google',
  baseUrl,
  request: ({ query, count, freshness, site, language, region }) => ({
    path: '/customsearch/v1',
    parameters: {
      key: apiKey,
      cx: engineId,
      q: query,
      num: Math.min(count, maxResults),
      dateRestrict: freshness && periods[freshness],
      siteSearch: site,
      siteSearchFilter: site && 'i',
      lr: languageOf({ language, region }),
      gl: region === 'GB' ? 'uk' : region?.toLowerCase(),
    },
  }),
  // Without results, the response has no `items`.
  hits: ({ kind, items }) =>
    kind === 'customsearch#search'
      ? hitsIn(items ?? [], ({ link, title, snippet }) => ({ url: link, title, snippet }))
      : undefined,
});
