import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseEnv } from '~/server/env';
import { createSecretBox } from '~/server/features/models/endpoint-secrets';
import { checkSearch } from '~/server/operator/doctor/search-providers';
import { createOpenAiModel } from '~/server/providers/llm/openai';
import { type SearchServer, startSearchServer } from '~/server/testing/fakes/search-server';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

let vendor: SearchServer;
let server: TestServer;
let admin: TestUser;
const never = new AbortController().signal;

beforeAll(async () => {
  vendor = await startSearchServer();
  const model = createOpenAiModel({ apiKey: 'none', baseUrl: 'http://127.0.0.1:9/v1', model: 'm', api: 'chat' });
  server = await startTestServer({ model });
  admin = await signUp(server.deps, { isAdmin: true });
});
afterEach(async () => {
  const { providers } = await admin.call.webSearch.settings();
  for (const { name, origin } of providers)
    if (origin === 'stored') await admin.call.webSearch.removeProvider({ name });
  vendor.requests.length = 0;
});
afterAll(async () => {
  await server.close();
  await vendor.close();
});

const addSearxng = () => admin.call.webSearch.saveProvider({ name: 'searxng', baseUrl: vendor.baseUrl });

describe('a search provider added by an administrator', () => {
  it('gives models web access at once, and removes it when it is removed', async () => {
    expect((await admin.call.auth.config()).model.canSearchWeb).toBe(false);
    await addSearxng();
    expect((await admin.call.auth.config()).model.canSearchWeb).toBe(true);
    vendor.serve({ url: 'https://example.com/', title: 'A', content: 'B' });
    const hits = await server.deps.search.search({ query: 'rates', count: 5 }, never);
    expect(hits.map(({ url }) => url)).toEqual(['https://example.com/']);
    await admin.call.webSearch.removeProvider({ name: 'searxng' });
    expect((await admin.call.auth.config()).model.canSearchWeb).toBe(false);
    expect(await server.deps.search.search({ query: 'rates', count: 5 }, never)).toEqual([]);
  });

  it('keeps its key encrypted and never returns it, even if a change omits it', async () => {
    await admin.call.webSearch.saveProvider({ name: 'brave', apiKey: 'brave-secret' });
    await admin.call.webSearch.saveProvider({ name: 'brave', isEnabled: false });
    const row = await server.deps.db.searchProvider.findUniqueOrThrow({ where: { name: 'brave' } });
    expect(JSON.stringify(row)).not.toContain('brave-secret');
    const opened = createSecretBox(server.deps.env).open('https://brave.search.invalid', row.secrets);
    expect(opened).toEqual({ apiKey: 'brave-secret' });
    const { providers } = await admin.call.webSearch.settings();
    expect(providers).toEqual([
      {
        name: 'brave',
        origin: 'stored',
        baseUrl: null,
        engineId: null,
        hasKey: true,
        isEnabled: false,
        isLocked: false,
      },
    ]);
    const audit = await admin.call.audit.list({ kind: 'search-provider-saved' });
    expect(JSON.stringify(audit)).not.toContain('brave-secret');
    expect(audit.items).toHaveLength(3);
  });

  it('loses its key if its row is changed to another provider', async () => {
    await admin.call.webSearch.saveProvider({ name: 'brave', apiKey: 'brave-secret' });
    await server.deps.db.searchProvider.update({ where: { name: 'brave' }, data: { name: 'tavily' } });
    const { providers } = await admin.call.webSearch.settings();
    expect(providers).toMatchObject([{ name: 'tavily', hasKey: false, isLocked: true }]);
  });

  it.each([
    [{ name: 'brave' }, 'Enter the API key.'],
    [{ name: 'searxng' }, 'Enter the address of your SearXNG instance'],
    [{ name: 'searxng', baseUrl: 'ftp://search.example' }, 'Use a URL that begins with http:// or https://'],
    [{ name: 'google', apiKey: 'k' }, 'Enter your search engine id'],
  ] as const)('is rejected if something is missing: %o', async (input, words) => {
    await expect(admin.call.webSearch.saveProvider(input)).rejects.toThrow(words);
  });

  it('is called in the chosen order, in the chosen language', async () => {
    await admin.call.webSearch.saveProvider({ name: 'brave', apiKey: 'k' });
    await addSearxng();
    const order = async () => (await admin.call.webSearch.settings()).providers.map(({ name }) => name);
    expect(await order()).toEqual(['brave', 'searxng']);
    await admin.call.webSearch.saveDefaults({ language: 'DE', region: 'ch', order: ['searxng'] });
    expect(await order()).toEqual(['searxng', 'brave']);
    expect(await admin.call.webSearch.settings()).toMatchObject({ language: 'de', region: 'CH' });
    await server.deps.search.search({ query: 'Zins', count: 5 }, never);
    expect(vendor.requests[0]?.parameters).toMatchObject({ q: 'Zins', language: 'de-CH' });
    await server.deps.search.search({ query: 'taux', count: 5, language: 'fr' }, never);
    expect(vendor.requests[1]?.parameters).toMatchObject({ language: 'fr-CH' });
    await admin.call.webSearch.saveDefaults({ language: null, region: null });
  });

  it('keeps language and region when only the order changes, and one of them when the other does', async () => {
    await admin.call.webSearch.saveDefaults({ language: 'de', region: 'CH' });
    await admin.call.webSearch.saveDefaults({ order: ['searxng'] });
    expect(await admin.call.webSearch.settings()).toMatchObject({ language: 'de', region: 'CH' });
    await admin.call.webSearch.saveDefaults({ region: null });
    expect(await admin.call.webSearch.settings()).toMatchObject({ language: 'de', region: null });
    await admin.call.webSearch.saveDefaults({ language: null });
    expect(await admin.call.webSearch.settings()).toMatchObject({ language: null, region: null });
    const events = await server.deps.db.auditEvent.findMany({
      where: { kind: 'search-settings-changed' },
      orderBy: { id: 'desc' },
      take: 3,
    });
    expect(events.map(({ details }) => details)).toEqual([{ language: null }, { region: null }, { order: 'searxng' }]);
  });

  it('shows the result of a test query, or why it failed', async () => {
    await addSearxng();
    vendor.serve({ url: 'https://example.com/', title: 'Rates', content: 'B' });
    expect(await admin.call.webSearch.test({ name: 'searxng' })).toMatchObject({
      ok: true,
      results: [{ title: 'Rates', url: 'https://example.com/' }],
    });
    vendor.answer = '<html>';
    expect(await admin.call.webSearch.test({ name: 'searxng' })).toMatchObject({
      ok: false,
      text: expect.stringContaining('allow the json format'),
    });
    await expect(admin.call.webSearch.test({ name: 'kagi' })).rejects.toThrow('Search provider not found');
  });
});

it('a provider from the settings comes first and is changed there', async () => {
  const other = await startTestServer({ env: { SEARXNG_URL: vendor.baseUrl } });
  const boss = await signUp(other.deps, { isAdmin: true });
  await boss.call.webSearch.saveProvider({ name: 'brave', apiKey: 'k' });
  const { providers } = await boss.call.webSearch.settings();
  expect(providers.map(({ name, origin }) => [name, origin])).toEqual([
    ['searxng', 'settings'],
    ['brave', 'stored'],
  ]);
  await expect(boss.call.webSearch.saveProvider({ name: 'searxng', baseUrl: vendor.baseUrl })).rejects.toThrow(
    "comes from the server's settings",
  );
  await expect(boss.call.webSearch.removeProvider({ name: 'searxng' })).rejects.toThrow(
    "comes from the server's settings",
  );
  await other.close();
});

describe('npm run doctor', () => {
  const secretKey = { SECRET_KEY: 'k'.repeat(32) };

  it('tests each provider with a real query', async () => {
    vendor.serve({ url: 'https://example.com/', title: 'Rates', content: 'B' });
    const env = parseEnv({ ...secretKey, SEARXNG_URL: vendor.baseUrl });
    expect(await checkSearch(env, [])).toMatchObject([{ state: 'ok', message: 'searxng returned 1 results' }]);
    vendor.serve();
    expect(await checkSearch(env, [])).toMatchObject([{ state: 'warn' }]);
    vendor.answer = 'nonsense';
    expect(await checkSearch(env, [])).toMatchObject([{ state: 'fail', fix: 'Check its search setting.' }]);
  });

  it("names a key that can't be decrypted, and accepts an installation without a provider", async () => {
    const env = parseEnv(secretKey);
    const row = { name: 'brave', baseUrl: null, engineId: null, secrets: 'v1.lost' };
    expect(await checkSearch(env, [row])).toMatchObject([
      { state: 'fail', message: 'the key of brave cannot be decrypted' },
    ]);
    expect(await checkSearch(env, [])).toMatchObject([{ state: 'ok' }]);
    expect(await checkSearch(parseEnv({ SEARCH_PROVIDER: 'none' }), [row])).toMatchObject([{ state: 'ok' }]);
  });
});
