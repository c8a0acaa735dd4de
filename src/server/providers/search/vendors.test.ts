/** The contract of every search provider, tested for each vendor. */
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '~/server/lib/logger';
import { type SearchServer, startSearchServer } from '~/server/testing/fakes/search-server';
import { type FoundItem, searchVendors } from '~/server/testing/inputs/search-vendors';
import { searchVendor } from './create-search';
import { searxng } from './searxng';
import { SearchError, type SearchQuery } from './types';
import { createVendorSearch } from './vendor-search';
import { createWebSearch } from './web-search';

const never = new AbortController().signal;
const query: SearchQuery = { query: 'deposit rate', count: 3 };
const item = (n: number, more: FoundItem = {}): FoundItem => ({
  url: `https://site-${n}.example/a?b=1`,
  title: `Title ${n}`,
  snippet: `Snippet ${n}`,
  ...more,
});
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end('{}');

describe.each(Object.entries(searchVendors))('%s keeps the contract of a search provider', (_name, harness) => {
  const { vendor, response, asked, hasDates = true } = harness;
  let server: SearchServer;
  beforeAll(async () => {
    server = await startSearchServer();
  });
  beforeEach(() => {
    server.requests.length = 0;
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(() => server.close());
  const provider = (timeoutMs = 60_000) => createVendorSearch(vendor(server.baseUrl), { timeoutMs });
  const search = (items: FoundItem[], asking = query) => {
    server.answer = response(items);
    return provider().search(asking, never);
  };
  const failure = async (answer: unknown, timeoutMs?: number): Promise<SearchError> => {
    server.answer = answer;
    const error: unknown = await provider(timeoutMs)
      .search(query, never)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SearchError);
    // The log must contain neither keys nor queries.
    expect((error as SearchError).message).not.toMatch(/the-key|deposit/);
    return error as SearchError;
  };

  it('sends the request that the vendor documents', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 22, 12));
    const filters = { freshness: 'week', site: 'ecb.europa.eu', language: 'de', region: 'DE' } as const;
    await search([], { ...query, ...filters });
    const [{ headers, ...request } = {}] = server.requests;
    const { headers: askedHeaders = {}, ...askedRequest } = asked;
    expect(request).toEqual({ parameters: {}, body: undefined, ...askedRequest });
    expect(headers).toMatchObject(askedHeaders);
  });

  it('returns results in order, as plain text', async () => {
    const found = await search([
      item(1, {
        title: 'A <strong>rate</strong> &amp; more',
        snippet: 'At <b>2.00%</b>\n  today',
        date: '2026-11-20',
      }),
      item(2),
    ]);
    expect(found).toEqual([
      {
        url: 'https://site-1.example/a?b=1',
        title: 'A rate & more',
        snippet: 'At 2.00% today',
        ...(hasDates && { publishedOn: '2026-11-20' }),
      },
      { url: 'https://site-2.example/a?b=1', title: 'Title 2', snippet: 'Snippet 2' },
    ]);
  });

  it('returns nothing for a query without results', async () => {
    expect(await search([])).toEqual([]);
  });

  it('leaves out invalid, repeated and unrequested results', async () => {
    const odd = [{ url: 'javascript:alert(1)' }, { url: 5 }, {}, { url: 'https://user@site.example/' }];
    const found = await search([
      ...odd.map((fields) => item(0, { url: null, ...fields })),
      ...[1, 1, 2, 3, 4].map((n) => item(n)),
    ]);
    expect(found.map(({ url }) => new URL(url).hostname)).toEqual([
      'site-1.example',
      'site-2.example',
      'site-3.example',
    ]);
  });

  it('accepts results with wrong types, and very long ones', async () => {
    const [first] = await search([item(1, { title: 7, snippet: null, date: {} })]);
    expect(first).toEqual({ url: 'https://site-1.example/a?b=1', title: 'site-1.example', snippet: '' });
    const [long] = await search([item(1, { title: 'x'.repeat(10_000), snippet: 'y'.repeat(100_000) })]);
    expect([long?.title.length, long?.snippet.length]).toEqual([200, 500]);
  });

  it.each([
    [401, 'unauthorized'],
    [402, 'unauthorized'],
    [403, 'unauthorized'],
    [429, 'rate_limited'],
    [400, 'refused'],
    [422, 'refused'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [302, 'bad_answer'],
  ])('maps status %i to an error code', async (code, expected) => {
    expect(await failure(status(code, { location: 'http://127.0.0.1:1/' }))).toMatchObject({ code: expected });
  });

  it('retries without language and region if a filter is rejected', async () => {
    const strange = { ...query, language: 'xx', region: 'XX' };
    server.answer = (reply: ServerResponse) => {
      if (server.requests.length === 1) reply.writeHead(422).end('{}');
      else reply.setHeader('content-type', 'application/json').end(JSON.stringify(response([item(1)])));
    };
    expect(await provider().search(strange, never)).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
    expect(JSON.stringify([server.requests[1]?.parameters, server.requests[1]?.body])).not.toMatch(/xx/i);
    server.requests.length = 0;
    server.answer = status(422);
    await expect(provider().search(strange, never)).rejects.toMatchObject({ code: 'refused' });
    expect(server.requests).toHaveLength(2);
  });

  it('returns the seconds of Retry-After', async () => {
    expect(await failure(status(429, { 'retry-after': '7' }))).toMatchObject({ retryAfterSeconds: 7 });
  });

  it.each<[string, unknown]>([
    ['an invalid body', (response: ServerResponse) => response.end('<html>')],
    ['another object', { message: 'hello' }],
    ['a list', [1, 2]],
    ['null', null],
    ['too much data', (response: ServerResponse) => response.end(`{"a":"${'x'.repeat(3_000_000)}"}`)],
  ])('reports %s as a bad answer', async (_name, answer) => {
    expect(await failure(answer)).toMatchObject({ code: 'bad_answer' });
  });

  it('fails after a timeout or a broken connection', async () => {
    expect(await failure(() => {}, 100)).toMatchObject({ code: 'timed_out' });
    expect(await failure((response: ServerResponse) => response.destroy())).toMatchObject({ code: 'unavailable' });
  });

  it('ends at once if the caller aborts', async () => {
    const abort = new AbortController();
    server.answer = () => abort.abort(new Error('stopped'));
    await expect(provider().search(query, abort.signal)).rejects.toThrow('stopped');
  });
});

it('SearXNG whose engines are blocked is unavailable, unless another engine had results', async () => {
  const server = await startSearchServer();
  const blocked = [['google', 'Suspended: CAPTCHA']];
  const provider = createVendorSearch(searxng(server.baseUrl));
  try {
    server.answer = { results: [], unresponsive_engines: blocked };
    const error = await provider.search(query, never).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'unavailable', message: expect.not.stringContaining('deposit') });
    const next = {
      name: 'brave' as const,
      search: async () => [{ url: 'https://a.example/', title: 'A', snippet: '' }],
    };
    const logger = createLogger({ level: 'silent', isProduction: true });
    expect(await createWebSearch([provider, next], logger).search(query, never)).toHaveLength(1);
    server.answer = { results: [{ url: 'https://b.example/', title: 'B' }], unresponsive_engines: blocked };
    expect(await provider.search(query, never)).toMatchObject([{ url: 'https://b.example/' }]);
    server.answer = { results: [], unresponsive_engines: [] };
    expect(await provider.search(query, never)).toEqual([]);
  } finally {
    await server.close();
  }
});

describe('language and country codes', () => {
  const asked = (make: 'brave' | 'google' | 'kagi' | 'tavily', filters: Pick<SearchQuery, 'language' | 'region'>) => {
    const vendor = searchVendor(make, { apiKey: 'the-key', engineId: 'engine' });
    const { parameters, body } = vendor?.request({ ...query, ...filters }) ?? {};
    const { search_lang, country, lr, gl } = parameters ?? {};
    if (make === 'brave') return [search_lang, country];
    return make === 'google' ? [lr, gl] : body;
  };

  it.each([
    ['brave', { language: 'ja', region: 'JP' }, ['jp', 'JP']],
    ['brave', { language: 'pt', region: 'BR' }, ['pt-br', 'BR']],
    ['brave', { language: 'zh', region: 'TW' }, ['zh-hant', 'TW']],
    ['brave', { language: 'no', region: 'NO' }, ['nb', 'NO']],
    ['brave', { language: 'sw', region: 'KE' }, [undefined, undefined]],
    ['brave', {}, [undefined, undefined]],
    ['google', { language: 'zh', region: 'CN' }, ['lang_zh-CN', 'cn']],
    ['google', { language: 'he', region: 'GB' }, ['lang_iw', 'uk']],
    ['google', { language: 'nb', region: 'NO' }, ['lang_no', 'no']],
    ['google', { language: 'sw', region: 'KE' }, [undefined, 'ke']],
  ] as const)('are those that %s supports: %o', (make, filters, expected) => {
    expect(asked(make, filters)).toEqual(expected);
  });

  it.each([
    ['kagi', { region: 'GB' }, { filters: { region: 'GB' } }],
    ['kagi', {}, {}],
    ['tavily', { region: 'GB' }, { country: 'united kingdom' }],
    ['tavily', { region: 'KR' }, { country: 'south korea' }],
    // Tavily has no name for this country.
    ['tavily', { region: 'HK' }, {}],
    ['tavily', {}, {}],
  ] as const)('are omitted or mapped, as %s requires: %o', (make, filters, expected) => {
    const plain = asked(make, {});
    expect(asked(make, filters)).toEqual({ ...plain, ...expected });
  });
});
