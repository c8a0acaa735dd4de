import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseEnv, settingNames } from '~/server/env';
import { startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import { listProcessors } from './list-processors';
import { createProcessorsHtml } from './processors-html';
import { ownServer, recipientOf } from './recipient';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const secret = 'hunter2hunter2hunter2';
const everything = {
  DATA_DIR: '/tmp/unused',
  AI_BASE_URL: 'https://models.example.com/v1?team=7',
  AI_MODEL: 'grok',
  AI_API_KEY: secret,
  AI_EMBEDDING_MODEL: 'small',
  AI_RERANK_MODEL: 'order',
  XAI_API_KEY: secret,
  XAI_MANAGEMENT_KEY: secret,
  XAI_BASE_URL: 'https://eu-west-1.api.x.ai/v1',
  XAI_MANAGEMENT_URL: 'https://management.example.com/v1',
  BRAVE_API_KEY: secret,
  SEARXNG_URL: 'http://10.1.2.3:8888',
  PRICE_PROVIDER: 'tiingo',
  TIINGO_API_KEY: secret,
  PRICE_FALLBACK: 'yahoo',
  FX_PROVIDER: 'ecb',
  S3_BUCKET: 'secret-bucket',
  S3_ENDPOINT: 'https://storage.example.com',
  S3_ACCESS_KEY_ID: secret,
  S3_SECRET_ACCESS_KEY: secret,
  DATABASE_URL: `postgresql://robot:${secret}@db.internal:5432/qinsight`,
  REDIS_URL: `redis://:${secret}@localhost:6379`,
  SMTP_URL: `smtp://robot:${secret}@mail.example.com:587`,
  PUBLIC_URL: 'https://insight.example.com',
  OIDC_ISSUER: 'https://id.example.com/realm/secret-realm',
  OIDC_CLIENT_ID: 'qinsight',
  TIMESTAMP_AUTHORITIES: 'https://time.example.com/tsr',
  OPENTIMESTAMPS_CALENDARS: 'https://calendar.example.com',
  COMPANION_URL: 'https://companion.example.com',
};
const list = (settings: Record<string, string>) => listProcessors({ db: server.deps.db, env: parseEnv(settings) });

describe('the services that receive data', () => {
  it('are listed with the data that each receives, and only by host', async () => {
    const found = (await list(everything)).map(({ service, recipient }) => [service, recipient]);
    expect(found).toEqual([
      ['AI model', 'models.example.com'],
      ['Search in files', 'models.example.com'],
      ['Ranking of search results', 'models.example.com'],
      ['Web search', ownServer],
      ['Web search', 'api.search.brave.com'],
      ['Prices', 'api.tiingo.com'],
      ['Prices', 'finance.yahoo.com'],
      ['Exchange rates', 'data-api.ecb.europa.eu'],
      ['Collections copied to xAI', 'management.example.com'],
      ['Collections copied to xAI', 'eu-west-1.api.x.ai'],
      ['File storage', 'storage.example.com'],
      ['Database', ownServer],
      ['Events between servers', ownServer],
      ['Email', 'mail.example.com'],
      ['Sign-in', 'id.example.com'],
      ['Timestamps', 'time.example.com'],
      ['Timestamps', 'calendar.example.com'],
      ['Uploads from other services', 'companion.example.com'],
    ]);
    const text = JSON.stringify(await list(everything));
    for (const hidden of [secret, 'robot', 'secret-', '10.1.2.3', 'db.internal', 'localhost', 'team=7'])
      expect(text).not.toContain(hidden);
  });

  it('include endpoints and search providers of the database, while they are enabled', async () => {
    const { db } = server.deps;
    const endpoint = { name: 'A', baseUrl: 'https://second.example.com/v1', api: 'chat' };
    const { id } = await db.modelEndpoint.create({ data: endpoint });
    await db.searchProvider.create({ data: { name: 'searxng', baseUrl: 'https://search.example.com', position: 0 } });
    const recipients = async () =>
      (await list({ PRICE_PROVIDER: 'none', TIMESTAMP_AUTHORITIES: 'none' })).map((processor) => processor.recipient);
    expect(await recipients()).toEqual(['second.example.com', 'search.example.com']);
    await db.modelEndpoint.update({ where: { id }, data: { isEnabled: false } });
    await db.searchProvider.updateMany({ data: { isEnabled: false } });
    expect(await recipients()).toEqual([]);
  });

  it('are empty for an installation without any', async () => {
    expect(await createProcessorsHtml(server.deps)()).toBe('<dt>No other service receives your data.</dt>');
  });

  it('cover every setting that contains a URL', () => {
    const listed = Object.keys(everything);
    /** URLs to which no user data is sent. */
    const reasons: Record<string, string> = {
      PUBLIC_URL: 'this installation',
      SCHEDULING_URL: 'a link that users follow themselves',
      AI_PROXY_URL: 'passes on encrypted requests to the AI model',
      PRICE_BASE_URL: 'another address of the price provider, which is listed',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'traces contain no data of users',
      FX_BASE_URL: 'another address of the central bank, which receives currencies and dates',
    };
    const addresses = settingNames.filter((name) => /(_URL|_ENDPOINT|_ISSUER|_AUTHORITIES|_CALENDARS)$/.test(name));
    expect(addresses.filter((name) => !listed.includes(name) && !reasons[name])).toEqual([]);
  });
});

describe('the name of a recipient', () => {
  it.each([
    ['https://api.x.ai/v1', 'api.x.ai'],
    ['http://localhost:11434/v1', ownServer],
    ['http://ollama:11434/v1', ownServer],
    ['http://gpu.lan/v1', ownServer],
    ['http://192.168.1.5:8000/v1', ownServer],
    ['http://[fd00::1]:8000/v1', ownServer],
    ['http://8.8.8.8/v1', '8.8.8.8'],
    ['smtps://user:password@Mail.Example.com', 'mail.example.com'],
    ['postgresql:///qinsight?host=/var/run/postgresql', ownServer],
  ])('of %s is %s', (url, recipient) => {
    expect(recipientOf(url)).toBe(recipient);
  });
});
