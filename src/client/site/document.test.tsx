import { describe, expect, it } from 'vitest';
import { type DocumentFiles, toDocument } from './document';
import type { SitePage } from './site-pages';
import { offer, product, toJsonLd } from './structured-data';

const files: DocumentFiles = {
  script: '/site.js',
  imports: ['/react.js'],
  baseCss: 'body{}',
  fonts: ['/inter.woff2'],
  appFiles: ['/app.js', '/app.css'],
};
const drawn = { body: '<main>Text</main>', css: '.a{}', styleNames: ['a'] };
const page: SitePage = {
  path: '/terms',
  title: 'Terms & "conditions"',
  description: 'What <you> may expect',
  things: [],
  Page: () => null,
};
const parsed = (over: Partial<SitePage> = {}) =>
  new DOMParser().parseFromString(toDocument({ ...page, ...over }, drawn, files), 'text/html');
const metaOf = (document: Document, name: string) =>
  document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');

describe('the HTML file of a public page', () => {
  it('escapes special characters in its title and description', () => {
    const document = parsed();
    expect(document.title).toBe(page.title);
    expect(metaOf(document, 'description')).toBe(page.description);
    expect(metaOf(document, 'og:title')).toBe(page.title);
  });

  it('has a canonical URL, except for the missing page', () => {
    expect(parsed().querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(/\/terms$/);
    const missing = parsed({ path: '/404' });
    expect(missing.querySelector('link[rel=canonical]')).toBeNull();
    expect(metaOf(missing, 'robots')).toBe('noindex');
    expect(metaOf(parsed(), 'robots')).toBeUndefined();
  });

  it('has the canonical URL of its page, if that differs from its path', () => {
    const run = parsed({ path: '/back-test', address: '/back-tests/1' });
    expect(run.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(/\/back-tests\/1$/);
  });

  it('loads the fonts, islands and styles, and only lists the files of the application', () => {
    const document = parsed();
    expect(document.querySelector('link[rel=preload]')?.getAttribute('href')).toBe('/inter.woff2');
    expect(document.querySelector('link[rel=modulepreload]')?.getAttribute('href')).toBe('/react.js');
    expect(document.querySelector('script[type=module]')?.getAttribute('src')).toBe('/site.js');
    expect(metaOf(document, 'app-files')).toBe('/app.js /app.css');
    expect(document.querySelector('style[data-emotion]')?.getAttribute('data-emotion')).toBe('css a');
  });

  it('has structured data only if it sells something', () => {
    expect(parsed().querySelector('script[type="application/ld+json"]')).toBeNull();
    expect(
      parsed({ things: [product('qReview', 'Survey')] }).querySelector('script[type="application/ld+json"]'),
    ).not.toBeNull();
  });
});

describe('structured data', () => {
  it('cannot close its script element', () => {
    const text = toJsonLd([product('</script><script>alert(1)', 'x')]);
    expect(text).not.toContain('<');
    expect(JSON.parse(text)['@graph'][0].name).toBe('</script><script>alert(1)');
  });

  it('contains a price and its billing period', () => {
    expect(offer('1900')).toEqual({ '@type': 'Offer', price: '1900', priceCurrency: 'USD' });
    expect(offer('30', 'P1M').priceSpecification).toMatchObject({ price: '30', billingDuration: 'P1M' });
  });
});
