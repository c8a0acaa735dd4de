/** Each search vendor with its responses and requests as its documentation shows them. */
import { brave } from '~/server/providers/search/brave';
import { exa } from '~/server/providers/search/exa';
import { google } from '~/server/providers/search/google';
import { kagi } from '~/server/providers/search/kagi';
import { searxng } from '~/server/providers/search/searxng';
import { serper } from '~/server/providers/search/serper';
import { tavily } from '~/server/providers/search/tavily';
import type { SearchVendor } from '~/server/providers/search/vendor';
import type { RecordedSearch } from '~/server/testing/fakes/search-server';

/** A result, of whatever types. */
export interface FoundItem {
  url?: unknown;
  title?: unknown;
  snippet?: unknown;
  date?: unknown;
}

export interface SearchHarness {
  vendor(baseUrl: string): SearchVendor;
  response(items: FoundItem[]): unknown;
  /** A query with every filter, asked on 22 Nov 2026. */
  asked: Partial<RecordedSearch>;
  /** False for a vendor whose results have no dates. */
  hasDates?: boolean;
}

const key = 'the-key';

export const searchVendors: Record<string, SearchHarness> = {
  SearXNG: {
    vendor: searxng,
    response: (items) => ({
      query: 'q',
      results: items.map(({ url, title, snippet, date }) => ({ url, title, content: snippet, publishedDate: date })),
    }),
    asked: {
      method: 'GET',
      path: '/search',
      parameters: { q: 'deposit rate site:ecb.europa.eu', format: 'json', time_range: 'week', language: 'de-DE' },
    },
  },
  Brave: {
    vendor: (baseUrl) => brave(key, baseUrl),
    response: (items) => ({
      type: 'search',
      ...(items.length > 0 && {
        web: {
          type: 'search',
          results: items.map(({ url, title, snippet, date }) => ({ url, title, description: snippet, page_age: date })),
        },
      }),
    }),
    asked: {
      method: 'GET',
      path: '/res/v1/web/search',
      parameters: {
        q: 'deposit rate site:ecb.europa.eu',
        count: '3',
        freshness: 'pw',
        search_lang: 'de',
        country: 'DE',
      },
      headers: { 'x-subscription-token': key },
    },
  },
  Tavily: {
    vendor: (baseUrl) => tavily(key, baseUrl),
    response: (items) => ({
      query: 'q',
      results: items.map(({ url, title, snippet, date }) => ({
        url,
        title,
        content: snippet,
        score: 0.9,
        published_date: date,
      })),
    }),
    asked: {
      method: 'POST',
      path: '/search',
      body: {
        query: 'deposit rate',
        max_results: 3,
        time_range: 'week',
        include_domains: ['ecb.europa.eu'],
        country: 'germany',
      },
      headers: { authorization: `Bearer ${key}` },
    },
  },
  Exa: {
    vendor: (baseUrl) => exa(key, baseUrl),
    response: (items) => ({
      requestId: 'r',
      results: items.map(({ url, title, snippet, date }) => ({
        id: url,
        url,
        title,
        text: snippet,
        publishedDate: date,
      })),
    }),
    asked: {
      method: 'POST',
      path: '/search',
      body: {
        query: 'deposit rate',
        numResults: 3,
        contents: { text: { maxCharacters: 400 } },
        startPublishedDate: '2026-11-15T00:00:00.000Z',
        includeDomains: ['ecb.europa.eu'],
        userLocation: 'DE',
      },
      headers: { 'x-api-key': key },
    },
  },
  Kagi: {
    vendor: (baseUrl) => kagi(key, baseUrl),
    response: (items) => ({
      meta: { trace: 't' },
      data: { search: items.map(({ url, title, snippet, date }) => ({ url, title, snippet, time: date })) },
    }),
    asked: {
      method: 'POST',
      path: '/api/v1/search',
      body: {
        query: 'deposit rate site:ecb.europa.eu',
        workflow: 'search',
        limit: 3,
        filters: { region: 'DE', after: '2026-11-15' },
      },
      headers: { authorization: `Bearer ${key}` },
    },
  },
  Google: {
    vendor: (baseUrl) => google(key, 'engine', baseUrl),
    hasDates: false,
    response: (items) => ({
      kind: 'customsearch#search',
      ...(items.length > 0 && { items: items.map(({ url, title, snippet }) => ({ link: url, title, snippet })) }),
    }),
    asked: {
      method: 'GET',
      path: '/customsearch/v1',
      parameters: {
        key,
        cx: 'engine',
        q: 'deposit rate',
        num: '3',
        dateRestrict: 'w1',
        siteSearch: 'ecb.europa.eu',
        siteSearchFilter: 'i',
        lr: 'lang_de',
        gl: 'de',
      },
    },
  },
  Serper: {
    vendor: (baseUrl) => serper(key, baseUrl),
    response: (items) => ({
      searchParameters: { q: 'q' },
      organic: items.map(({ url, title, snippet, date }, index) => ({
        link: url,
        title,
        snippet,
        date,
        position: index,
      })),
    }),
    asked: {
      method: 'POST',
      path: '/search',
      body: { q: 'deposit rate site:ecb.europa.eu', num: 3, tbs: 'qdr:w', hl: 'de', gl: 'de' },
      headers: { 'x-api-key': key },
    },
  },
};
