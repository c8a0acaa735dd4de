import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cookieOf, readResponse } from '~/server/testing/clients/http-client';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

let server: TestServer;
let address: string;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

const get = (path: string, input: unknown, headers: Record<string, string> = { cookie: cookieOf(ada.sessionToken) }) =>
  fetch(`${address}/trpc/${path}&input=${encodeURIComponent(JSON.stringify(input))}`, { headers });

const create = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${address}/trpc/conversations.create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookieOf(ada.sessionToken), ...headers },
    body,
  });

const titled = (title: string) => JSON.stringify({ json: { title } });

describe('calls in one request', () => {
  it('are answered in order, each with its own input', async () => {
    const { id } = await ada.call.conversations.create({ title: 'Rates' });
    const response = await get('auth.user,messages.list?batch=1', { 1: { json: { conversationId: id } } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject([
      { result: { data: { json: { id: ada.user.id } } } },
      { result: { data: { json: { items: [] } } } },
    ]);
  });

  it('fail separately, and the status shows that some succeeded and some failed', async () => {
    const response = await get('auth.user,no.such.call?batch=1', {});
    expect(response.status).toBe(207);
    expect(await response.json()).toMatchObject([
      { result: { data: { json: { id: ada.user.id } } } },
      { error: { json: { message: 'Not found.', data: { httpStatus: 404 } } } },
    ]);
  });

  it('look up their session only once', async () => {
    const looks = vi.spyOn(server.deps.sessions, 'validateSession');
    const response = await get('account.usage,conversations.list?batch=1', { 1: { json: {} } });
    expect(response.status).toBe(200);
    expect(looks).toHaveBeenCalledTimes(1);
    looks.mockRestore();
  });

  it('share one status if all fail in the same way', async () => {
    expect((await get('account.usage,conversations.list?batch=1', { 1: { json: {} } }, {})).status).toBe(401);
  });
});

describe('a body', () => {
  it('may arrive in chunks of any size, in any script', async () => {
    const title = 'Zinsen – 金利 – 🏦';
    const bytes = Buffer.from(titled(title));
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(address);
      const headers = { 'content-type': 'application/json', cookie: cookieOf(ada.sessionToken) };
      const outgoing = request({ hostname, port, path: '/trpc/conversations.create', method: 'POST', headers });
      outgoing.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject);
      void (async () => {
        for (const byte of bytes) {
          outgoing.write(Buffer.of(byte));
          await new Promise((resolve) => setImmediate(resolve));
        }
        outgoing.end();
      })();
    });
    expect(status).toBe(200);
    expect((await ada.call.conversations.list({})).items.map((conversation) => conversation.title)).toContain(title);
  });

  it('must be uncompressed UTF-8', async () => {
    const refusals = [
      await create(gzipSync(titled('Packed')), { 'content-encoding': 'gzip' }),
      await create(titled('Old'), { 'content-type': 'application/json; charset=iso-8859-1' }),
    ];
    for (const response of refusals)
      expect(await readResponse(response)).toMatchObject({ status: 415, message: 'Requests must be JSON.' });
    const titles = (await ada.call.conversations.list({})).items.map(({ title }) => title);
    expect(titles).not.toEqual(expect.arrayContaining(['Packed', 'Old']));
  });
});

describe('a response', () => {
  it('is compressed if it is long and the client accepts that', async () => {
    for (let n = 0; n < 20; n++) await ada.call.conversations.create({ title: `About the rates of the year ${n}` });
    const list = (encoding: string) =>
      get('conversations.list?', { json: {} }, { cookie: cookieOf(ada.sessionToken), 'accept-encoding': encoding });
    const packed = await list('gzip');
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(await packed.json()).toEqual(await (await list('identity')).json());
  });
});
