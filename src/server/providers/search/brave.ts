import { recordOf } from '~/shared/is-record';
import type { SearchQuery } from './types';
import { hitsIn, type SearchVendor, withSite } from './vendor';

/** Languages that Brave supports; it rejects a query with any other code. */
const languages = new Set(
  `ar eu bn bg ca hr cs da nl en et fi fr gl de el gu he hi hu is it jp kn ko lv lt ms ml mr nb pl pa ro ru sr sk sl es sv
   ta te th tr uk vi zh-hans zh-hant pt-br pt-pt`.split(/\s+/),
);
const ownNames: Record<string, string> = { ja: 'jp', no: 'nb', nn: 'nb', iw: 'he' };
const countries = new Set(
  `AR AU AT BE BR CA CL DK FI FR DE GR HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US`.split(
    ' ',
  ),
);

function languageOf({ language, region = '' }: SearchQuery): string | undefined {
  if (language === 'zh') return ['TW', 'HK', 'MO'].includes(region) ? 'zh-hant' : 'zh-hans';
  if (language === 'pt') return region === 'BR' ? 'pt-br' : 'pt-pt';
  const code = language && (ownNames[language] ?? language);
  return code && languages.has(code) ? code : undefined;
}

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
      search_lang: languageOf(query),
      country: query.region && countries.has(query.region) ? query.region : undefined,
    },
  }),
  // Without results, the response has no `web`.
  hits: ({ type, web }) =>
    type === 'search'
      ? hitsIn(recordOf(web).results ?? [], ({ url, title, description, page_age }) => ({
          url,
          title,
          snippet: description,
          date: page_age,
        }))
      : undefined,
});
