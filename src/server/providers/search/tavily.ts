import { hitsIn, type SearchVendor } from './vendor';

/** Tavily expects English names of countries. */
const countries = new Map(
  `AE united arab emirates, AR argentina, AT austria, AU australia, BD bangladesh, BE belgium, BG bulgaria, BH bahrain,
   BR brazil, BY belarus, CA canada, CH switzerland, CL chile, CN china, CO colombia, CR costa rica, CY cyprus,
   CZ czech republic, DE germany, DK denmark, DZ algeria, EC ecuador, EE estonia, EG egypt, ES spain, FI finland,
   FR france, GB united kingdom, GE georgia, GH ghana, GR greece, HR croatia, HU hungary, ID indonesia, IE ireland,
   IL israel, IN india, IS iceland, IT italy, JO jordan, JP japan, KE kenya, KR south korea, KW kuwait, LB lebanon,
   LK sri lanka, LT lithuania, LU luxembourg, LV latvia, MA morocco, MT malta, MX mexico, MY malaysia, NG nigeria,
   NL netherlands, NO norway, NZ new zealand, PA panama, PE peru, PH philippines, PK pakistan, PL poland, PT portugal,
   QA qatar, RO romania, RS serbia, RU russia, SA saudi arabia, SE sweden, SG singapore, SI slovenia, SK slovakia,
   TH thailand, TN tunisia, TR turkey, TW taiwan, UA ukraine, US united states, UY uruguay, VN vietnam, ZA south africa`
    .split(/,\s+/)
    .map((one) => [one.slice(0, 2), one.slice(3)]),
);

export const tavily = (apiKey: string, baseUrl = 'https://api.tavily.com'): SearchVendor => ({
  name: 'tavily',
  baseUrl,
  request: ({ query, count, freshness, site, region = '' }) => ({
    path: '/search',
    headers: { authorization: `Bearer ${apiKey}` },
    body: {
      query,
      max_results: count,
      ...(freshness && { time_range: freshness }),
      ...(site && { include_domains: [site] }),
      ...(countries.has(region) && { country: countries.get(region) }),
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
