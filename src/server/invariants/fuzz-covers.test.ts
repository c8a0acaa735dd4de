/**
 * The fuzz suites send something to every route, procedure and kind of message: a new one without a generator fails
 * here. The samples are those of the suites in this folder and in src/server/rest; `npm run fuzz` takes far more.
 */
import type { Express } from 'express';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '~/server/app';
import { openApiDocument } from '~/server/rest/openapi';
import { appRouter } from '~/server/router';
import { frame } from '~/server/testing/inputs/malformed-inputs';
import { pageRequests } from '~/server/testing/inputs/malformed-page-inputs';
import { protocolRequests } from '~/server/testing/inputs/malformed-protocol-inputs';
import { oddRequests } from '~/server/testing/inputs/malformed-rest-inputs';
import { uuid } from '~/server/testing/inputs/valid-inputs';
import { startTestServer, type TestServer } from '~/server/testing/worlds/test-server';

/** Express's internal layer of a request; its types omit it. */
interface Layer {
  match(path: string): boolean;
  rawPath: unknown;
  handle: { stack?: Layer[] };
  route?: { path: string; methods: Record<string, boolean> };
}

interface Route {
  method: string;
  path: string;
  matches(method: string, path: string): boolean;
}

function routesOf(stack: readonly Layer[], mount = ''): Route[] {
  return stack.flatMap((layer): Route[] => {
    const { route } = layer;
    if (route) {
      const methods = Object.keys(route.methods).filter((method) => method !== '_all');
      return methods.map((name) => {
        const method = name.toUpperCase();
        const isAt = (path: string) => path.startsWith(mount) && layer.match(path.slice(mount.length) || '/');
        return { method, path: mount + route.path, matches: (sent, path) => sent === method && isAt(path) };
      });
    }
    const own = layer.rawPath === '/' ? '' : String(layer.rawPath);
    return routesOf(layer.handle.stack ?? [], mount + own);
  });
}

/** Static files of the API reference. */
const isFileOfDocs = ({ path }: Route) => path.startsWith('/api/docs/') && path !== '/api/docs/start.js';

let server: TestServer;
let routes: Route[];
beforeAll(async () => {
  server = await startTestServer();
  const app = createApp(server.deps, {}) as Express & { router: { stack: Layer[] } };
  routes = routesOf(app.router.stack).filter((route) => !isFileOfDocs(route));
});
afterAll(() => server.close());

const seed = 20261126;
/** The path as Express compares it. */
const pathOf = (address: string) => address.split('?', 1)[0] ?? '';

it('plain routes, REST, SCIM, chat completions and OpenID Connect', () => {
  const { paths } = openApiDocument(server.deps.env) as { paths: Record<string, Record<string, object>> };
  const pages = pageRequests({ share: 'a', protectedShare: 'b', feed: 'c', object: uuid });
  const sent = [
    ...fc.sample(pages, { seed, numRuns: 600 }),
    ...fc.sample(protocolRequests({ scim: 'qscim_a', api: 'qi_a', known: [uuid] }), { seed, numRuns: 400 }),
    ...fc.sample(oddRequests(paths, [uuid]), { seed, numRuns: 3000 }),
  ];
  const reaches = (route: Route) =>
    sent.some(({ method, path }) => {
      try {
        return route.matches(method, pathOf(path));
      } catch {
        // A path that cannot be decoded matches no route.
        return false;
      }
    });
  const missed = routes.filter((route) => !reaches(route)).map(({ method, path }) => `${method} ${path}`);
  expect(missed).toEqual([]);
  // The whole application was traversed.
  for (const path of ['/s/:key', '/objects/:key', '/scim/v2/Users/:id', '/v1/chat/completions', '/api/conversations'])
    expect(routes.map((route) => route.path)).toContain(path);
});

it('every procedure and every kind of message on the socket', () => {
  // At run time tRPC's record is flat, keyed by path; its type claims that it is nested.
  const names = Object.keys(appRouter._def.procedures);
  const messages = fc.sample(frame(names), { seed, numRuns: 6000 }).map(String);
  expect(names.filter((name) => !messages.some((text) => text.includes(`"path":"${name}"`)))).toEqual([]);
  for (const kind of ['query', 'mutation', 'subscription', 'subscription.stop', 'connectionParams'])
    expect(messages.some((text) => text.includes(`"method":"${kind}"`))).toBe(true);
  for (const kind of ['PING', 'PONG']) expect(messages).toContain(kind);
});
