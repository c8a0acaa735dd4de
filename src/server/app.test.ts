import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestFolder } from '~/server/testing/test-folder';
import { createSessionStore } from './auth/session-store';
import type { Deps } from './deps';
import { AppError } from './lib/errors';
import { callHttp, cookieOf, readResponse, serveApp } from './testing/clients/http-client';
import { writePages } from './testing/worlds/built-pages';
import { signUp, startTestServer, type TestServer, type TestUser } from './testing/worlds/test-server';

let server: TestServer;
let address: string;
let ada: TestUser;
const clientDir = createTestFolder();

beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
  ada = await signUp(server.deps);
  writePages(clientDir);
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const withEnv = (env: Partial<Deps['env']>): Deps => ({ ...server.deps, env: { ...server.deps.env, ...env } });

const post = (body: BodyInit | null, headers: Record<string, string> = {}, path = 'conversations.create') =>
  fetch(`${address}/trpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookieOf(ada.sessionToken), ...headers },
    body,
  });

describe('security headers', () => {
  it('are set on every kind of response', async () => {
    const app = await serveApp(server.deps, { clientDir });
    const paths = ['/', '/auth', '/nowhere', '/assets/none.js', '/api/none', '/livez', '/trpc/auth.user', '/trpc/none'];
    for (const at of paths) {
      const { headers } = await fetch(app.address + at);
      const policy = headers.get('content-security-policy') ?? '';
      expect({ at, policy }).toEqual({ at, policy: expect.stringContaining("frame-ancestors 'none'") });
      expect(policy).toContain("default-src 'self'");
      expect(policy).toMatch(/script-src 'self'(;|$)/);
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*microphone=\(self\)/);
      expect(headers.get('x-powered-by')).toBeNull();
      // Over plain HTTP, these two would lock users out.
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(policy).not.toContain('upgrade-insecure-requests');
    }
    await app.close();
  });

  it('require HTTPS only if the public URL uses it', async () => {
    const app = await serveApp(withEnv({ isHttps: true }));
    const { headers } = await fetch(`${app.address}/livez`);
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
    await app.close();
  });

  it('let pages connect to a Companion only if one is configured', async () => {
    const connections = async (env: Partial<Deps['env']>) => {
      const app = await serveApp(withEnv(env));
      const { headers } = await fetch(`${app.address}/livez`);
      await app.close();
      return /connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
    };
    expect(await connections({})).toBe("'self'");
    expect(await connections({ COMPANION_URL: 'https://companion.example.com/files' })).toBe(
      "'self' https://companion.example.com wss://companion.example.com",
    );
  });

  it('keep responses with personal data out of every cache', async () => {
    for (const at of ['/trpc/auth.user', '/trpc/none', '/api/none', '/livez', '/readyz']) {
      expect((await fetch(address + at)).headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('health', () => {
  it('reports that the process is alive and ready', async () => {
    expect(await (await fetch(`${address}/livez`)).json()).toEqual({ status: 'ok' });
    const ready = await fetch(`${address}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ status: 'ok', database: 'ok' });
  });

  it('reports not ready while draining, but still alive', async () => {
    server.deps.generation.isDraining = true;
    try {
      const ready = await fetch(`${address}/readyz`);
      expect(ready.status).toBe(503);
      expect(await ready.json()).toMatchObject({ status: 'failing', server: 'stopping', database: 'ok' });
      expect((await fetch(`${address}/livez`)).status).toBe(200);
      const input = { clientRequestId: randomUUID(), content: 'Too late?' };
      const refused = await callHttp(address, 'mutation', 'messages.send', input, { sessionToken: ada.sessionToken });
      expect(refused).toMatchObject({
        status: 503,
        message: 'The server is restarting. Try again in a few seconds.',
      });
      expect(refused.headers.get('retry-after')).toBe('5');
    } finally {
      server.deps.generation.isDraining = false;
    }
  });

  it('is degraded without the file storage, and the process keeps working', async () => {
    const check = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.6:9000'));
    const store = new Proxy(server.deps.store, {
      get: (target, name) => (name === 'check' ? check : Reflect.get(target, name)),
    });
    const app = await serveApp({ ...server.deps, store });
    const ready = await fetch(`${app.address}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'degraded',
      database: 'ok',
      store: 'failing',
      migrations: 'ok',
      server: 'ok',
    });
    await app.close();
  });

  it('names the database if it is unavailable, without the reason', async () => {
    const away = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.5:5432 in SELECT 1'));
    const db = new Proxy({}, { get: () => away }) as Deps['db'];
    const app = await serveApp({ ...server.deps, db, sessions: createSessionStore(db) });
    const ready = await fetch(`${app.address}/readyz`);
    expect(ready.status).toBe(503);
    const text = await ready.text();
    expect(JSON.parse(text)).toMatchObject({ status: 'failing', database: 'failing' });
    expect(text).not.toMatch(/ECONN|10\.0|select/i);
    // Requests that need the database fail with a readable message, and the process keeps running.
    const failed = await callHttp(app.address, 'query', 'auth.user', undefined, { sessionToken: ada.sessionToken });
    expect(failed).toMatchObject({ status: 500, message: 'Something went wrong on our side. Please try again.' });
    expect(failed.text).not.toMatch(/ECONN|10\.0|select|node_modules|\.ts:/i);
    expect((await fetch(`${app.address}/livez`)).status).toBe(200);
    await app.close();
  });
});

describe('invalid requests', () => {
  it('return a readable error for an unknown path', async () => {
    for (const [at, init] of [
      ['/api/none', {}],
      ['/api/none', { method: 'POST' }],
      ['/trpc/none.such', {}],
      ['/trpc', {}],
    ] as [string, RequestInit][]) {
      const { status, message, headers } = await readResponse(
        await fetch(address + at, { ...init, headers: { 'content-type': 'application/json' } }),
      );
      expect({ at, status, message }).toEqual({ at, status: 404, message: 'Not found.' });
      expect(headers.get('content-type')).toMatch(/^application\/json/);
    }
  });

  it('return a readable error if they are too large', async () => {
    const body = JSON.stringify({ json: { title: 'x'.repeat(1024 * 1024) } });
    const refused = await readResponse(await post(body));
    expect(refused).toMatchObject({ status: 413, message: 'The request is too large.' });
  });

  it('return a readable error if they cannot be parsed', async () => {
    for (const body of ['', '{', 'null', '[]', '"text"', '{"json":']) {
      const { status, message } = await readResponse(await post(body, {}, 'conversations.rename'));
      expect({ body, status }).toEqual({ body, status: 400 });
      expect(message).toBeTruthy();
    }
    for (const at of ['/trpc/%E0%A4%A', '/trpc/a%', '/%E0%A4%A']) {
      const { status, message } = await readResponse(await fetch(address + at));
      expect({ at, status }).toEqual({ at, status: at.startsWith('/trpc') ? 400 : expect.any(Number) });
      expect(status).toBeLessThan(500);
      expect(message ?? '').not.toMatch(/URI|decode/);
    }
  });

  it('cannot be subscriptions, which belong on the socket where the end of a session ends them', async () => {
    const input = encodeURIComponent(JSON.stringify({ json: { conversationId: randomUUID() } }));
    const { status, message } = await readResponse(
      await fetch(`${address}/trpc/messages.watch?input=${input}`, { headers: { cookie: cookieOf(ada.sessionToken) } }),
    );
    expect({ status, message }).toEqual({ status: 405, message: 'Subscriptions need a WebSocket connection.' });
  });

  it('get a single complete response even if they ask for a streamed one', async () => {
    const input = encodeURIComponent('{"0":{}}');
    const response = await fetch(`${address}/trpc/auth.user?batch=1&input=${input}`, {
      headers: { 'trpc-accept': 'application/jsonl', accept: 'application/jsonl' },
    });
    expect(await response.json()).toEqual([{ result: { data: expect.objectContaining({ json: null }) } }]);
  });

  it('contain at most twenty calls', async () => {
    const names = Array.from({ length: 21 }, () => 'auth.user').join(',');
    expect((await fetch(`${address}/trpc/${names}?batch=1&input=${encodeURIComponent('{}')}`)).status).toBe(400);
  });

  it('do not crash the process, however malformed the request line', async () => {
    const targets = [
      '//',
      '*',
      'http://[',
      '/trpc/%',
      '/\\\\',
      'x://y',
      '/ws?%',
      'http://[/trpc/auth.user',
      '//[/trpc/auth.user?%',
    ];
    for (const target of targets) {
      for (const upgrade of ['', 'Connection: Upgrade\r\nUpgrade: websocket\r\n']) {
        await raw(address, `GET ${target} HTTP/1.1\r\nHost: %%\r\n${upgrade}\r\n`);
        await raw(
          address,
          `GET ${target} HTTP/1.1\r\nHost: x\r\nCookie: ${cookieOf(ada.sessionToken)}\r\n${upgrade}\r\n`,
        );
      }
    }
    expect((await fetch(`${address}/livez`)).status).toBe(200);
  });
});

describe('responses', () => {
  it('use the request id of a trusted proxy if it is valid, and otherwise a generated one', async () => {
    const behindProxy = await serveApp(withEnv({ TRUST_PROXY: 1 }));
    const id = async (given: string, to = behindProxy.address) =>
      (await fetch(`${to}/api/none`, { headers: { 'x-request-id': given } })).headers.get('x-request-id');
    expect(await id('trace-0123456789')).toBe('trace-0123456789');
    for (const odd of ['short', 'x'.repeat(65), 'with space and more', '<script>alert(1)</script>', 'a;b=c;d;e;f']) {
      expect(await id(odd)).toMatch(/^[0-9a-f-]{36}$/);
    }
    // Without a proxy, a caller could forge the id of another request in the audit log.
    expect(await id('trace-0123456789', address)).toMatch(/^[0-9a-f-]{36}$/);
    const refused = await callHttp(
      behindProxy.address,
      'query',
      'conversations.list',
      {},
      { headers: { 'x-request-id': 'trace-0123456789' } },
    );
    expect(refused.error?.requestId).toBe('trace-0123456789');
    await behindProxy.close();
  });

  it('reveal nothing about internal errors', async () => {
    const broken = withEnv({});
    const secret = 'connect ECONNREFUSED /var/lib/secret.sock SELECT password FROM users';
    broken.sessions = { validateSession: () => Promise.reject(new Error(secret)) } as never;
    const app = await serveApp(broken);
    const caller = { sessionToken: ada.sessionToken };
    for (const response of [
      await callHttp(app.address, 'query', 'auth.user', undefined, caller),
      await callHttp(app.address, 'mutation', 'conversations.create', {}, caller),
      await readResponse(
        await fetch(`${app.address}/remote-image?url=x`, {
          headers: { cookie: cookieOf(ada.sessionToken), 'x-requested-with': 'qInsight' },
        }),
      ),
    ]) {
      expect(response).toMatchObject({ status: 500, message: 'Something went wrong on our side. Please try again.' });
      expect(response.text).not.toMatch(/ECONN|SELECT|secret|stack|\.ts|node_modules/);
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
    await app.close();
  });

  it('are logged without the key of a shared link', async () => {
    const [info, error] = [vi.spyOn(server.deps.logger, 'info'), vi.spyOn(server.deps.logger, 'error')];
    const key = 'a'.repeat(22);
    const broken: Deps = { ...withEnv({ basePath: '/insight' }), db: {} as never };
    const [below, failing] = [await serveApp(withEnv({ basePath: '/insight' })), await serveApp(broken)];
    for (const at of [`/insight/s/${key}`, `/insight/S/${key}/files/0`, `/s/${key}`])
      expect((await fetch(below.address + at)).status).toBe(404);
    expect((await fetch(`${failing.address}/insight/s/${key}`)).status).toBe(500);
    await Promise.all([below.close(), failing.close()]);
    const lines = [...info.mock.calls, ...error.mock.calls];
    expect(lines.map(([line]) => (line as { path?: string }).path)).toEqual(
      expect.arrayContaining(['/s/…', '/S/…/files/0']),
    );
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ path: '/s/…' }), 'a request failed');
    expect(JSON.stringify(lines)).not.toContain(key);
  });

  it('have the status that the error table defines for each code', async () => {
    const broken = withEnv({});
    const app = await serveApp(broken);
    for (const [code, status] of [
      ['conflict', 409],
      ['upstream', 502],
      ['unavailable', 503],
      ['too_many', 429],
    ] as const) {
      broken.sessions = { validateSession: () => Promise.reject(new AppError(code, 'In words.')) } as never;
      const response = await callHttp(app.address, 'query', 'account.usage', undefined, {
        sessionToken: ada.sessionToken,
      });
      expect(response).toMatchObject({ status, message: 'In words.', error: { httpStatus: status, appCode: code } });
    }
    await app.close();
  });
});

/** Sends raw bytes and waits until the server responds or closes the connection. */
function raw(to: string, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(to).port), '127.0.0.1', () => socket.write(bytes));
    socket.once('data', () => socket.destroy());
    socket.on('error', () => {});
    socket.once('close', () => resolve());
  });
}
