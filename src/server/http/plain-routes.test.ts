/** Routes outside of tRPC and the REST API, which have lists of their own. Every new route must be added here. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '~/server/app';
import { feedPath, unsubscribePath } from '~/server/features/follows/alert-links';
import { startTestServer, type TestServer } from '~/server/testing/worlds/test-server';

/** Who may use them, and the test that proves it (path below src/server). */
const lists: { who: string; test: string; routes: string[] }[] = [
  { who: 'everybody', test: 'app.test.ts', routes: ['GET /livez', 'GET /readyz'] },
  {
    who: 'a browser that starts or ends a sign-in at a provider',
    test: 'features/identities/hostile-provider.test.ts',
    routes: [
      'GET /auth/oidc/:provider/start',
      'GET /auth/oidc/:provider/callback',
      'POST /auth/oidc/:provider/backchannel-logout',
    ],
  },
  { who: 'members', test: 'features/remote-images/remote-images.test.ts', routes: ['GET /remote-image'] },
  {
    who: 'owners, readers of a collection, and holders of a signed link',
    test: 'features/uploads/uploads.test.ts',
    routes: ['PUT /objects/:key', 'GET /objects/:id', 'GET /objects/:id/preview'],
  },
  {
    who: 'everybody',
    test: 'features/track-record/track-record.test.ts',
    routes: [
      'GET /.well-known/track-record-heads.txt',
      'GET /track-record/feed.atom',
      'GET /track-record/timestamps/:file',
      'GET /track-record/bitcoin/:file',
      'GET /track-record/verify.html',
      'GET /track-record/audit-pack.zip',
    ],
  },
  {
    who: 'everybody, while it is published',
    test: 'features/backtest/published-backtests.test.ts',
    routes: [
      'GET /back-tests/:id/run.json',
      'GET /back-tests/:id/trades.csv',
      'GET /back-tests/:id/prices.csv',
      // In development only; otherwise it is one of the built pages.
      'GET /back-tests/:id',
    ],
  },
  {
    who: 'those who may see the link',
    test: 'features/shares/shares.test.ts',
    routes: ['GET /s/:key', 'POST /s/:key', 'POST /s/:key/continue'],
  },
  {
    who: 'those who may see the link',
    test: 'features/shares/shared-files.test.ts',
    routes: ['GET', 'POST'].flatMap((method) =>
      ['/s/:key/files/:file', '/s/:key/files/:file/passages/:at'].map((path) => `${method} ${path}`),
    ),
  },
  {
    who: 'holders of a private link',
    test: 'features/follows/alerts.test.ts',
    routes: [`GET ${feedPath}`, `GET ${unsubscribePath}`, `POST ${unsubscribePath}`],
  },
  {
    who: 'holders of a SCIM token',
    test: 'features/scim/scim.test.ts',
    routes: [
      ...['/ServiceProviderConfig', '/ResourceTypes', '/ResourceTypes/:id', '/Schemas', '/Schemas/:id'].map(
        (path) => `GET ${path}`,
      ),
      ...['/Users', '/Groups'].flatMap((path) => [
        ...['GET', 'POST'].map((method) => `${method} ${path}`),
        ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} ${path}/:id`),
      ]),
    ],
  },
  {
    who: 'holders of an API token',
    test: 'features/completions/completions.test.ts',
    routes: ['GET /models', 'GET /models/*id', 'POST /chat/completions'],
  },
];

interface Layer {
  route?: { path: string | string[]; stack: { method?: string }[] };
  handle?: { stack?: Layer[] };
}

const isRestApi = (stack: Layer[]) => stack.some(({ route }) => route?.path === '/openapi.json');

/** `GET /path` of every route below, without the mount paths of routers. */
function routesOf(stack: Layer[]): string[] {
  if (isRestApi(stack)) return [];
  return stack.flatMap(({ route, handle }) => {
    if (!route) return routesOf(handle?.stack ?? []);
    const methods = new Set(route.stack.flatMap(({ method }) => (method ? [method.toUpperCase()] : [])));
    return [route.path].flat().flatMap((path) => [...methods].map((method) => `${method} ${path}`));
  });
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('every plain route is on a list that names the test of its access', () => {
  const app = createApp(server.deps, {}) as unknown as { router: { stack: Layer[] } };
  expect(routesOf(app.router.stack).sort()).toEqual(lists.flatMap(({ routes }) => routes).sort());
  expect(lists.filter(({ test }) => !existsSync(`src/server/${test}`))).toEqual([]);
});
