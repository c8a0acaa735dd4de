/** Limits of what a caller can use before authentication. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Deps } from '~/server/deps';
import { createToken } from '~/server/features/tokens/tokens.service';
import { connectionsFor, createHttpServer } from '~/server/http/http-server';
import { isPublicAddress } from '~/server/lib/public-address';
import { openApiDocument } from '~/server/rest/openapi';
import { cookieOf, readResponse, serveApp } from '~/server/testing/clients/http-client';
import { openedSocket } from '~/server/testing/clients/socket-client';
import { listen } from '~/server/testing/fakes/free-port';
import { until } from '~/server/testing/until';
import {
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';

let server: TestServer;
let address: string;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

const withEnv = (env: Partial<Deps['env']>): Deps => ({ ...server.deps, env: { ...server.deps.env, ...env } });

/** The error codes of the OpenAPI document. */
const documentedCodes = (
  openApiDocument() as { components: { schemas: { Error: { properties: { code: { enum: string[] } } } } } }
).components.schemas.Error.properties.code.enum;

const json = { 'content-type': 'application/json' };
const large = 'x'.repeat(100_000);

describe('a large body', () => {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    readResponse(
      await fetch(address + path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) }),
    );
  const cookie = () => ({ cookie: cookieOf(ada.sessionToken) });

  it('is accepted from a signed-in user', async () => {
    expect((await post('/trpc/uploads.attachText', { json: { text: large } }, cookie())).status).toBe(200);
    expect((await post('/api/conversations', { title: large }, cookie())).status).toBe(400);
  });

  it('may contain the longest text in any script, where the endpoint takes a text', async () => {
    const text = '漢'.repeat(500_000);
    const attached = await post('/trpc/uploads.attachText', { json: { text } }, cookie());
    expect(attached).toMatchObject({ status: 200, data: { size: 1_500_000 } });
    const { id } = await ada.call.collections.create({ name: 'Notes' });
    const article = { title: 'Notes', content: text };
    expect(await post(`/api/collections/${id}/documents`, article, cookie())).toMatchObject({ status: 201 });
    expect(await post('/trpc/conversations.create', { json: { title: text } }, cookie())).toMatchObject({
      status: 413,
    });
    expect(await post('/api/conversations', { title: text }, cookie())).toMatchObject({ status: 413 });
    const tooLong = { json: { text: text.repeat(3) } };
    expect(await post('/trpc/uploads.attachText', tooLong, cookie())).toMatchObject({ status: 413 });
  });

  it('is not read from others: endpoints that need an account reject it first', async () => {
    expect(await post('/trpc/uploads.attachText', { json: { text: large } })).toMatchObject({ status: 401 });
    expect(await post('/api/conversations', { title: large })).toMatchObject({ status: 401 });
    for (const path of ['/trpc/auth.login', '/api/login', '/api/register', '/trpc/waitlist.signup'])
      expect(await post(path, { json: { email: large }, email: large })).toMatchObject({
        status: 413,
        message: 'The request is too large.',
      });
    const forged = { cookie: cookieOf('a'.repeat(40)) };
    expect(await post('/trpc/auth.login', { json: { email: large } }, forged)).toMatchObject({ status: 413 });
  });

  it('is not read from others without a length either', async () => {
    const status = await new Promise((resolve, reject) => {
      const { hostname, port } = new URL(address);
      const headers = { ...json, 'transfer-encoding': 'chunked' };
      const outgoing = request({ hostname, port, path: '/trpc/auth.login', method: 'POST', headers });
      outgoing.once('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
      outgoing.end(JSON.stringify({ json: { email: large } }));
    });
    expect(status).toBe(413);
  });
});

/** Sends a raw request; resolves with everything received once the server has closed the connection. */
function raw(to: string, head: string[], body = ''): { socket: Socket; closed: Promise<string> } {
  const socket = connect(Number(new URL(to).port), '127.0.0.1');
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  socket.on('error', () => {});
  socket.write(`${head.join('\r\n')}\r\nHost: localhost\r\n\r\n${body}`);
  return { socket, closed: new Promise((resolve) => socket.once('close', () => resolve(received))) };
}

const bodyBounds = { bodyMs: 200, uploadPeriodMs: 1500, uploadBytes: 1000 };
const tokenOf = async ({ user }: TestUser) => {
  const input = { name: 'Program', scope: 'write', password: testPassword } as const;
  return (await createToken(server.deps, { by: user, caller: null }, input)).token;
};

describe('a body that does not arrive', () => {
  it('is not awaited, and its connection is closed', async () => {
    const app = await serveApp(server.deps, { bodyBounds });
    const head = ['Content-Type: application/json', 'Content-Length: 1000'];
    for (const path of ['/trpc/auth.login', '/api/login']) {
      const { closed } = raw(app.address, [`POST ${path} HTTP/1.1`, ...head], '{"json":');
      const received = await closed;
      expect(received).toMatch(/^HTTP\/1\.1 408 /);
      expect(received).toContain('The request arrived too slowly. Please try again.');
    }
    await app.close();
  });

  it.each([
    [
      'an upload',
      200,
      async () => {
        const { uploadURL } = await ada.call.uploads.create({ size: 10_000, type: 'text/plain' });
        const { pathname, search } = new URL(uploadURL);
        return [`PUT ${pathname}${search} HTTP/1.1`];
      },
    ],
    // All of it has arrived: it is not JSON.
    [
      'a completion',
      400,
      async () => ['POST /v1/chat/completions HTTP/1.1', `Authorization: Bearer ${await tokenOf(ada)}`],
    ],
  ] as const)('may be slow as %s, as long as it continues', async (_name, status, headOf) => {
    const app = await serveApp(server.deps, { bodyBounds });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const upload = async () => {
      const head = [...(await headOf()), 'Content-Length: 10000', 'Connection: close'];
      const connection = once(app.server, 'connection') as Promise<[Socket]>;
      const client = raw(app.address, head, 'x'.repeat(500));
      const [incoming] = await connection;
      const received = () => until(() => incoming.bytesRead === client.socket.bytesWritten);
      await received();
      return { ...client, received };
    };
    const stalled = await upload();
    await vi.advanceTimersByTimeAsync(bodyBounds.uploadPeriodMs);
    expect(await stalled.closed).toMatch(/^HTTP\/1\.1 408 /);
    const steady = await upload();
    // Longer than a period, and several times what each must send.
    for (let sent = 500; sent < 10_000; sent += 500) {
      await vi.advanceTimersByTimeAsync(100);
      steady.socket.write('x'.repeat(500));
      await steady.received();
    }
    expect((await steady.closed).startsWith(`HTTP/1.1 ${status} `)).toBe(true);
    await app.close();
  });
});

describe('a completion that does not arrive', () => {
  it('is not awaited, and ends with an error in the format of its API', async () => {
    const { address, close } = await serveApp(server.deps, { bodyBounds: { ...bodyBounds, uploadPeriodMs: 200 } });
    const head = ['POST /v1/chat/completions HTTP/1.1', `Authorization: Bearer ${await tokenOf(ada)}`];
    const received = await raw(address, [...head, 'Content-Length: 10000'], '{"messages":').closed;
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    expect(received).toMatch(/{"error":{"message":"The request arrived too slowly\.[^}]+"code":"too_slow"}}/);
    await close();
  });
});

describe('connections', () => {
  it('are as many as the limit of open files allows, or as configured', () => {
    expect([undefined, 256, 1024, 4096, 1_048_576].map(connectionsFor)).toEqual([1000, 100, 384, 1920, 10_000]);
    expect(createHttpServer({ MAX_CONNECTIONS: 77 }, 1024).maxConnections).toBe(77);
    expect(createHttpServer({ MAX_CONNECTIONS: undefined }, 1024).maxConnections).toBe(384);
    const { headersTimeout, requestTimeout, keepAliveTimeout } = createHttpServer({ MAX_CONNECTIONS: undefined });
    expect(headersTimeout).toBeLessThanOrEqual(15_000);
    // A proxy's usual 60 s must end first.
    expect(keepAliveTimeout).toBeGreaterThan(60_000);
    expect(requestTimeout).toBeLessThanOrEqual(15 * 60_000);
  });

  it('above the limit are closed at once', async () => {
    const small = createHttpServer({ MAX_CONNECTIONS: 3 });
    const port = await listen(small);
    const sockets = Array.from({ length: 5 }, () => connect(port, '127.0.0.1').on('error', () => {}));
    await until(() => sockets.filter((socket) => socket.closed).length === 2);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => small.close(resolve));
  });
});

describe('the Host header of a local installation', () => {
  const ask = (to: string, path: string, host: string) =>
    new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const { hostname, port } = new URL(to);
      request({ hostname, port, path, headers: { host } }, (response) => {
        let text = '';
        response.on('data', (data) => {
          text += data;
        });
        response.once('end', () => resolve({ status: response.statusCode, text }));
      })
        .once('error', reject)
        .end();
    });
  const paths = ['/api/track-record/book', '/trpc/auth.config', '/objects/x', '/', '/api/docs'];
  const foreign = ['evil.example', 'evil.example:3000', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1'];

  it('must be a name of this machine: another may be a page of another site', async () => {
    for (const host of foreign)
      for (const path of paths) {
        const { status, text } = await ask(address, path, host);
        expect({ host, path, status }).toEqual({ host, path, status: 421 });
        expect(text).toContain('set PUBLIC_URL');
        expect(documentedCodes).toContain(JSON.parse(text).code);
      }
    for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:3000', '[::1]:3000', '[::1]'])
      expect((await ask(address, '/trpc/auth.config', host)).status).toBe(200);
    for (const path of ['/livez', '/readyz']) expect((await ask(address, path, 'probe.example')).status).toBe(200);
  });

  it('may be any behind a proxy or in a container', async () => {
    for (const env of [
      { PUBLIC_URL: 'https://insight.example', publicUrl: 'https://insight.example' },
      { HOST: '0.0.0.0' },
    ]) {
      const app = await serveApp(withEnv(env));
      expect((await ask(app.address, '/trpc/auth.config', 'insight.example')).status).toBe(200);
      await app.close();
    }
  });
});

describe('a frame that is too large', () => {
  it('closes its sender’s socket, and logs one line without a stack', async () => {
    const { logger } = server.deps;
    const warned = vi.spyOn(logger, 'warn');
    const failed = vi.spyOn(logger, 'error');
    for (let times = 0; times < 3; times++) {
      const opened = await openedSocket(address, ada);
      opened.socket.send('x'.repeat(70_000));
      expect(await opened.closed).toBe(1009);
    }
    expect(failed).not.toHaveBeenCalled();
    expect(warned.mock.calls).toEqual([
      [
        { userId: ada.user.id, reason: 'Max payload size exceeded' },
        'closed a WebSocket connection after an invalid message',
      ],
    ]);
    vi.restoreAllMocks();
  });
});

describe('an IPv6 address', () => {
  it('is public only if it is routed between sites', () => {
    for (const open of ['2606:4700::1111', '2a00:1450:4001::1', '::ffff:8.8.8.8', '::ffff:808:808'])
      expect({ open, is: isPublicAddress(open) }).toEqual({ open, is: true });
    for (const shut of [
      '::ffff:0:127.0.0.1',
      '::ffff:0:8.8.8.8',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::127.0.0.1',
      '::8.8.8.8',
      '64:ff9b::8.8.8.8',
      '4000::1',
      '1000::1',
      'e000::1',
      '2001:db8::1',
      'fe80::1',
    ])
      expect({ shut, is: isPublicAddress(shut) }).toEqual({ shut, is: false });
  });
});
