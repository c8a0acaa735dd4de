import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '~/server/deps';
import { cookieOf, readResponse, serveApp } from '~/server/testing/clients/http-client';
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

const withEnv = (env: Partial<Deps['env']>): Deps => ({ ...server.deps, env: { ...server.deps.env, ...env } });
const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${address}/trpc/conversations.create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookieOf(ada.sessionToken), ...headers },
    body,
  });
const conversations = () => server.deps.db.conversation.count({ where: { userId: ada.user.id } });

describe('writes from other sites', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the null origin', { origin: 'null' }],
    ['an origin that starts like ours', { origin: 'http://127.0.0.1.evil.example' }],
    ['an invalid origin', { origin: 'localhost' }],
    ['our host on another port', { origin: 'http://127.0.0.1:1' }],
    ['our host with another scheme', { origin: 'https://127.0.0.1' }],
    ['a page that the browser marks as cross-site', { 'sec-fetch-site': 'cross-site' }],
  ])('are rejected from %s, and change nothing', async (_from, headers) => {
    const before = await conversations();
    const refused = await readResponse(await post('{"json":{}}', headers));
    expect(refused).toMatchObject({ status: 403, message: 'This request came from another site and was rejected.' });
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      expect((await fetch(`${address}/api/conversations/1`, { method, headers })).status).toBe(403);
    }
    expect(await conversations()).toBe(before);
  });

  it('pass from our own pages and from programs that send no origin', async () => {
    const before = await conversations();
    expect((await post('{"json":{}}')).status).toBe(200);
    expect((await post('{"json":{}}', { origin: address })).status).toBe(200);
    expect((await post('{"json":{}}', { origin: address.replace('127.0.0.1', 'localhost') })).status).toBe(200);
    expect((await post('{"json":{}}', { 'sec-fetch-site': 'same-origin', origin: address })).status).toBe(200);
    expect(await conversations()).toBe(before + 4);
  });

  it('with a public URL pass only from there', async () => {
    const app = await serveApp(
      withEnv({ PUBLIC_URL: 'https://insight.example', publicUrl: 'https://insight.example' }),
    );
    const from = (origin: string) =>
      fetch(`${app.address}/trpc/auth.logout`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
      });
    expect((await from('https://insight.example')).status).toBe(200);
    expect((await from('https://insight.example.evil.example')).status).toBe(403);
    expect((await from('http://insight.example')).status).toBe(403);
    expect((await from(app.address)).status).toBe(403);
    await app.close();
  });

  it('cannot be disguised as reads', async () => {
    const before = await conversations();
    const headers = { cookie: cookieOf(ada.sessionToken) };
    const input = encodeURIComponent('{"json":{}}');
    const refused = await readResponse(await fetch(`${address}/trpc/conversations.create?input=${input}`, { headers }));
    expect(refused).toMatchObject({ status: 405, message: 'Method not allowed.' });
    expect(refused.error).toMatchObject({ httpStatus: 405, appCode: 'wrong_method' });
    const batch = encodeURIComponent('{"0":{"json":{}}}');
    const inBatch = await fetch(`${address}/trpc/conversations.create?batch=1&input=${batch}`, { headers });
    expect(inBatch.status).toBe(405);
    const overridden = await fetch(`${address}/trpc/conversations.create?input=${input}`, {
      headers: { ...headers, 'x-http-method-override': 'POST' },
    });
    expect(overridden.status).toBe(405);
    expect(await conversations()).toBe(before);
  });

  it('cannot be forms', async () => {
    const before = await conversations();
    for (const [body, type] of [
      ['{"json":{}}', 'text/plain'],
      ['json=%7B%7D', 'application/x-www-form-urlencoded'],
      ['{"json":{}}', 'application/octet-stream'],
      ['--x\r\n\r\n--x--', 'multipart/form-data; boundary=x'],
    ] as const) {
      const refused = await readResponse(await post(body, { 'content-type': type }));
      expect(refused).toMatchObject({ status: 415, message: 'Requests must be JSON.' });
    }
    expect(await conversations()).toBe(before);
  });
});
