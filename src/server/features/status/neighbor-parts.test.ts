import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '~/server/testing/fakes/free-port';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { startOpenIdProvider, type TestProvider, testClient } from '~/server/testing/fakes/openid-provider';
import { type SearchServer, startSearchServer } from '~/server/testing/fakes/search-server';
import { type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { startXaiServer, type XaiServer } from '~/server/testing/fakes/xai-server';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { PartStatus, StatusPart } from '~/shared/schemas/status';
import { endpointsPart } from './neighbor-parts';
import { partFixes } from './part-status';

let server: TestServer;
let admin: TestUser;
let [model, xai, sso, search, collector] = [] as unknown as [
  ModelServer,
  XaiServer,
  TestProvider,
  SearchServer,
  SiteServer,
];
let collectorStatus = 200;
let traces: unknown[] = [];

beforeAll(async () => {
  const user = { sub: 'ada', email: 'ada@example.com' };
  [model, xai, search, collector, sso] = await Promise.all([
    startModelServer(),
    startXaiServer(),
    startSearchServer(),
    startSite({
      '/otel/v1/traces': (request, response) => {
        traces.push([request.method, request.headers['x-key']]);
        response.writeHead(collectorStatus).end('{}');
      },
    }),
    startOpenIdProvider({ port: await freePort(), redirectUri: 'http://localhost:3000/auth/oidc/sso/callback', user }),
  ]);
  search.serve();
  server = await startTestServer({
    env: {
      ...xai.env,
      PUBLIC_URL: 'http://localhost:3000',
      OIDC_ISSUER: sso.issuer,
      OIDC_CLIENT_ID: testClient.id,
      OIDC_CLIENT_SECRET: testClient.secret,
      SEARCH_PROVIDER: 'searxng',
      SEARXNG_URL: search.baseUrl,
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.origin}/otel/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=key-of-the-collector',
    },
  });
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(async () => {
  await server.close();
  await Promise.all([xai.close(), search.close(), collector.close(), sso.close(), model.close()]);
});

async function read(part: StatusPart): Promise<Omit<PartStatus, 'part'>> {
  const { parts } = await admin.call.status.read();
  const { part: _, ...rest } = parts.find((one) => one.part === part) as PartStatus;
  return rest;
}
const hostOf = (url: string) => new URL(url).host;
const failing = (part: keyof typeof partFixes, detail: unknown) => ({ state: 'failing', detail, fix: partFixes[part] });

describe('model endpoints', () => {
  it('are asked for their lists of models, not for an answer, and named', async () => {
    const { id } = await admin.call.models.createEndpoint({ name: 'Lab', baseUrl: model.baseUrl, apiKey: 'key-1' });
    const ofSettings = `${hostOf(xai.env.XAI_BASE_URL ?? '')}: lists no models (404), so it was not checked`;
    expect(await read('endpoints')).toEqual({ state: 'unchecked', detail: `${ofSettings}. Lab` });
    const { db, env } = server.deps;
    const stored = await endpointsPart({ db, env: { ...env, model: null } });
    expect(stored).toEqual({ part: 'endpoints', state: 'ok', detail: 'Lab' });
    expect(model.requests).toEqual([]);
    await admin.call.models.deleteEndpoint({ id });
  });

  it('fail if they reject the key, are away or have a key that cannot be decrypted', async () => {
    const url = `http://127.0.0.1:${await freePort()}/v1`;
    const { db } = server.deps;
    await db.modelEndpoint.create({ data: { name: 'Away', baseUrl: url } });
    await db.modelEndpoint.create({ data: { name: 'Locked', baseUrl: url, secrets: 'not a secret of this server' } });
    await db.modelEndpoint.create({ data: { name: 'Disabled', baseUrl: url, isEnabled: false } });
    await db.modelEndpoint.create({ data: { name: 'Other', baseUrl: xai.env.XAI_BASE_URL ?? '' } });
    await db.modelEndpoint.create({ data: { name: 'No list', baseUrl: collector.origin } });
    const part = await read('endpoints');
    expect(part).toEqual(failing('endpoints', expect.any(String)));
    expect(part.detail).toMatch(/Away: .*ECONNREFUSED/);
    expect(part.detail).toContain('Locked: its key cannot be decrypted. Enter it again');
    expect(part.detail).toContain('Other: rejected the key (401)');
    expect(part.detail).toContain('No list: lists no models (404), so it was not checked');
    expect(part.detail).not.toContain('Disabled');
    await db.modelEndpoint.deleteMany();
  });
});

it('web search shows the outcome of the last search, and never searches', async () => {
  const { deps } = server;
  const asked = () => deps.search.search({ query: 'rates', count: 5 }, new AbortController().signal);
  expect(await read('search')).toEqual({
    state: 'unchecked',
    detail: 'searxng: not used since the start of this process',
  });
  expect(search.requests).toEqual([]);
  await asked();
  expect(await read('search')).toEqual({
    state: 'ok',
    detail: expect.stringMatching(/^searxng: last search, .* UTC$/),
  });
  search.answer = (response: ServerResponse) => response.writeHead(503).end();
  await expect(asked()).rejects.toThrow();
  expect(await read('search')).toEqual(failing('search', expect.stringMatching(/^searxng: .*503.*, .* UTC$/)));
  // A saved provider ends the pause, and the failure of the old settings.
  deps.search.changed();
  expect((await read('search')).state).toBe('unchecked');
});

it('the mirror fails if xAI rejects a key', async () => {
  const host = hostOf(xai.env.XAI_MANAGEMENT_URL ?? '');
  expect(await read('mirror')).toEqual({
    state: 'ok',
    detail: `XAI_MANAGEMENT_KEY at ${host}. XAI_API_KEY at ${host}`,
  });
  xai.fail({ on: /^GET \/v1\/collections/, with: 503, times: 1 });
  expect(await read('mirror')).toEqual(
    failing('mirror', `XAI_MANAGEMENT_KEY at ${host}: xAI is not available (503). XAI_API_KEY at ${host}`),
  );
});

it('the collector of traces is sent an empty request with its headers', async () => {
  traces = [];
  expect(await read('traces')).toEqual({ state: 'ok', detail: collector.host });
  expect(traces).toEqual([['POST', 'key-of-the-collector']]);
  collectorStatus = 401;
  expect(await read('traces')).toEqual(failing('traces', `${collector.host}: rejected an empty request (401)`));
});

it('a sign-in provider fails if its metadata is not available, whatever is cached', async () => {
  const name = `Single Sign-On (${hostOf(sso.issuer)})`;
  expect(await read('signIn')).toEqual({ state: 'ok', detail: name });
  await sso.close();
  const part = await read('signIn');
  expect(part).toEqual(failing('signIn', expect.stringContaining(`${name}: `)));
  expect(part.detail).not.toContain(testClient.secret);
});
