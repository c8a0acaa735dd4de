/** Structured data for search engines (schema.org, JSON-LD). */
import { brand } from '~/shared/brand';
import { sitePlaceholders } from '~/shared/site-placeholders';

export type JsonLd = Record<string, unknown>;

const url = sitePlaceholders.publicUrl;
const publisher = { '@id': `${url}/#organization` };

export const organization: JsonLd = {
  '@type': 'Organization',
  '@id': `${url}/#organization`,
  name: brand.company,
  url: `${url}/`,
  logo: `${url}/icon-512.png`,
};

export const website: JsonLd = {
  '@type': 'WebSite',
  '@id': `${url}/#website`,
  name: brand.company,
  url: `${url}/`,
  publisher,
};

export const offer = (price: string, per?: 'P1M'): JsonLd => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'USD',
  ...(per && {
    priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency: 'USD', billingDuration: per },
  }),
});

export const product = (name: string, description: string, offers?: JsonLd): JsonLd => ({
  '@type': 'Service',
  name,
  description,
  provider: publisher,
  ...(offers && { offers }),
});

/** JSON that is safe inside a script element, because it can't contain a closing tag. */
export const toJsonLd = (things: JsonLd[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c');
