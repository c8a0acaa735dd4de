import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parseEnv } from '~/server/env';
import { createLogger } from '~/server/lib/logger';
import { type SearchServer, startSearchServer } from '~/server/testing/fakes/search-server';
import { startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import { createSearchCatalog } from './search-catalog';

const never = new AbortController().signal;
const query = { query: 'rates', count: 3 };
let server: TestServer;
let busy: SearchServer;
let other: SearchServer;
beforeAll(async () => {
  [server, busy, other] = await Promise.all([startTestServer(), startSearchServer(), startSearchServer()]);
});
afterAll(async () => {
  await Promise.all([server.close(), busy.close(), other.close()]);
});

it('a provider that requests a pause is paused, even if the settings are read again', async () => {
  const { db, bus, env } = server.deps;
  await db.searchProvider.create({ data: { name: 'searxng', baseUrl: other.baseUrl, position: 0, secrets: null } });
  busy.answer = (response: ServerResponse) => response.writeHead(429, { 'retry-after': '600' }).end();
  other.serve({ url: 'https://example.com/', title: 'A', content: 'B' });
  const catalog = createSearchCatalog({
    db,
    bus,
    logger: createLogger({ level: 'silent', isProduction: true }),
    env: {
      ...parseEnv({ ...process.env, SEARXNG_URL: busy.baseUrl }),
      SECRET_KEY: env.SECRET_KEY,
      DATA_DIR: env.DATA_DIR,
    },
    isOnlyProcess: false,
  });
  const now = vi.spyOn(Date, 'now');
  const start = Date.now();
  try {
    // The settings are read again after half a minute if other processes may have changed them.
    for (const seconds of [0, 40, 80, 120]) {
      now.mockReturnValue(start + seconds * 1000);
      expect(await catalog.search(query, never)).toHaveLength(1);
    }
    expect([busy.requests.length, other.requests.length]).toEqual([1, 4]);
    // An administrator's change of a provider ends its pause.
    catalog.changed();
    await catalog.search(query, never);
    expect(busy.requests).toHaveLength(2);
  } finally {
    now.mockRestore();
    catalog.close();
  }
});
