import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '~/server/deps';
import { type SessionToken, sessionIdOf } from '~/server/lib/session-token';
import { callHttp, cookieOf, serveApp, sessionFrom } from '~/server/testing/clients/http-client';
import { sendFile } from '~/server/testing/clients/send-file';
import { openedSocket } from '~/server/testing/clients/socket-client';
import { callerFor, signUp, startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import type { CurrentUser } from '~/shared/schemas/auth';

let server: TestServer;
let address: string;

beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
});
afterAll(() => server.close());

const password = 'correct horse';
const newEmail = () => `person-${randomUUID()}@example.com`;
const login = (input: object) => callHttp(address, 'mutation', 'auth.login', input);
const whoIs = async (sessionToken: string | null) =>
  (await callHttp(address, 'query', 'auth.user', undefined, { sessionToken })).data as CurrentUser | null;

async function account() {
  const email = newEmail();
  const response = await callHttp(address, 'mutation', 'auth.register', { email, password });
  return {
    email,
    user: response.data as CurrentUser,
    sessionToken: sessionFrom(response.headers) as SessionToken,
    response,
  };
}

describe('the session cookie', () => {
  const attributes = (headers: Headers) => (headers.getSetCookie()[0] ?? '').split('; ').slice(1).sort();

  it('is not accessible to scripts and other sites', async () => {
    const { response } = await account();
    // The second cookie marks the browser as known: see lock-out.test.ts.
    expect(response.headers.getSetCookie()).toHaveLength(2);
    expect(attributes(response.headers)).toEqual(expect.arrayContaining(['HttpOnly', 'Path=/', 'SameSite=Lax']));
    expect(attributes(response.headers)).not.toContain('Secure');
    expect(response.headers.getSetCookie()[0]).not.toMatch(/domain=/i);
  });

  it('is Secure only if the product is served over https', async () => {
    const env = { ...server.deps.env, isHttps: true };
    const app = await serveApp({ ...server.deps, env } as Deps);
    const { headers } = await callHttp(app.address, 'mutation', 'auth.register', { email: newEmail(), password });
    const sessionToken = sessionFrom(headers) as SessionToken;
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-qinsight_session=[a-z0-9]{40};/);
    // Required by the prefix: Secure, Path=/ and no Domain.
    expect(attributes(headers)).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure']);
    const who = async (cookie: string) =>
      (await callHttp(app.address, 'query', 'auth.user', undefined, { headers: { cookie } })).data;
    expect(await who(`__Host-qinsight_session=${sessionToken}`)).not.toBeNull();
    // A sibling host could have set this one.
    expect(await who(`qinsight_session=${sessionToken}`)).toBeNull();
    const out = await callHttp(app.address, 'mutation', 'auth.logout', undefined, { sessionToken });
    expect(out.headers.getSetCookie().map((line) => line.split(';', 1)[0])).toEqual([
      '__Host-qinsight_session=',
      'qinsight_session=',
    ]);
    await app.close();
  });

  it('is renamed if it is older than the prefix, and ignored if there is one with the prefix', async () => {
    const env = { ...server.deps.env, isHttps: true };
    const app = await serveApp({ ...server.deps, env } as Deps);
    const [ada, mallory] = [await account(), await account()];
    const ask = (cookie: string) => callHttp(app.address, 'query', 'auth.user', undefined, { headers: { cookie } });
    const old = await ask(`qinsight_session=${ada.sessionToken}`);
    expect(old.data).toMatchObject({ email: ada.email });
    const [renamed, cleared] = old.headers.getSetCookie();
    expect(renamed).toMatch(new RegExp(`^__Host-qinsight_session=${ada.sessionToken}; .*Max-Age=25\\d{5};`));
    expect(cleared).toMatch(/^qinsight_session=; .*Max-Age=0;/);
    const both = `qinsight_session=${mallory.sessionToken}; __Host-qinsight_session=${ada.sessionToken}`;
    const response = await ask(both);
    expect(response.data).toMatchObject({ email: ada.email });
    expect(response.headers.getSetCookie()).toEqual([]);
    await app.close();
  });

  it('is not stored in the database, and the stored value does not work as a cookie', async () => {
    const { user, sessionToken } = await account();
    const row = await server.deps.db.session.findFirstOrThrow({ where: { userId: user.id } });
    expect(row.id).toBe(sessionIdOf(sessionToken));
    expect(row.id).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(sessionToken);
    expect(await whoIs(row.id)).toBeNull();
    expect(await whoIs(row.id.slice(0, 40))).toBeNull();
    expect(row.sess).toMatchObject({
      ip: expect.any(String),
      device: expect.any(String),
      created: expect.any(String),
    });
  });

  it('is only read from the cookie, and only if it looks valid', async () => {
    const { sessionToken } = await account();
    const via = async (headers: Record<string, string>) =>
      (await callHttp(address, 'query', 'auth.user', undefined, { headers })).data;
    expect(await via({ cookie: `qinsight_session=${sessionToken}` })).not.toBeNull();
    expect(await via({ cookie: `theme=dark; qinsight_session=${sessionToken}; x=1` })).not.toBeNull();
    expect(await via({ authorization: `Bearer ${sessionToken}` })).toBeNull();
    expect(await via({ 'x-session': sessionToken, 'x-user-id': randomUUID() })).toBeNull();
    expect(await via({ cookie: `other_session=${sessionToken}` })).toBeNull();
    for (const odd of [
      '',
      'x',
      `${sessionToken}x`,
      sessionToken.toUpperCase(),
      `${sessionToken.slice(1)}%00`,
      "' OR 1=1 --",
      'é'.repeat(40),
    ]) {
      const data = await via({ cookie: Buffer.from(`qinsight_session=${odd}`).toString('latin1') });
      expect({ odd, data }).toEqual({ odd, data: null });
    }
  });
});

describe('a session', () => {
  const expiry = (sessionToken: SessionToken) =>
    server.deps.db.session
      .findUnique({ where: { id: sessionIdOf(sessionToken) } })
      .then((row) => row?.expiresAt ?? null);
  const day = 24 * 60 * 60 * 1000;
  const expireIn = (sessionToken: SessionToken, ms: number) =>
    server.deps.db.session.update({
      where: { id: sessionIdOf(sessionToken) },
      data: { expiresAt: new Date(Date.now() + ms) },
    });

  it('lasts thirty days and is extended while it is used', async () => {
    const { sessionToken } = await account();
    const fresh = await expiry(sessionToken);
    expect(fresh?.getTime()).toBeGreaterThan(Date.now() + 29 * day);
    expect(fresh?.getTime()).toBeLessThanOrEqual(Date.now() + 30 * day);
    for (const days of [28, 20, 10]) {
      await expireIn(sessionToken, days * day);
      const response = await callHttp(address, 'query', 'auth.user', undefined, { sessionToken });
      expect(sessionFrom(response.headers)).toBe(sessionToken);
      expect((await expiry(sessionToken))?.getTime()).toBeGreaterThan(Date.now() + 29 * day);
    }
  });

  it('is extended at most once a day', async () => {
    const { sessionToken } = await account();
    await expireIn(sessionToken, 29.1 * day);
    const before = await expiry(sessionToken);
    const response = await callHttp(address, 'query', 'auth.user', undefined, { sessionToken });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await expiry(sessionToken)).toEqual(before);
  });

  it('is extended only by a response that can renew the cookie', async () => {
    const { user, sessionToken } = await account();
    const person = { user, sessionToken, call: callerFor(server.deps, sessionToken) };
    const file = await sendFile(address, person, { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('text') });
    await expireIn(sessionToken, 10 * day);
    const before = await expiry(sessionToken);
    const socket = await openedSocket(address, { sessionToken });
    expect((await socket.call('query', 'auth.user')).data).toMatchObject({ id: user.id });
    socket.socket.close();
    const headers = { cookie: cookieOf(sessionToken) };
    const download = await fetch(address + file.objectPath, { headers });
    expect(download.status).toBe(200);
    expect(download.headers.getSetCookie()).toEqual([]);
    expect(await expiry(sessionToken)).toEqual(before);
    const response = await callHttp(address, 'query', 'auth.user', undefined, { sessionToken });
    expect(sessionFrom(response.headers)).toBe(sessionToken);
    expect((await expiry(sessionToken))?.getTime()).toBeGreaterThan(Date.now() + 29 * day);
  });

  it('ends ninety days after sign-in, however much it is used', async () => {
    const { user, sessionToken } = await account();
    const signedIn = async (daysAgo: number) => {
      const sess = { device: '', ip: '', created: new Date(Date.now() - daysAgo * day).toISOString() };
      await server.deps.db.session.update({ where: { id: sessionIdOf(sessionToken) }, data: { sess } });
    };
    await signedIn(80);
    await expireIn(sessionToken, 5 * day);
    const moved = await callHttp(address, 'query', 'auth.user', undefined, { sessionToken });
    const last = (await expiry(sessionToken))?.getTime() as number;
    expect(last).toBeGreaterThan(Date.now() + 9.9 * day);
    expect(last).toBeLessThanOrEqual(Date.now() + 10 * day);
    // The cookie expires at the same time.
    const maxAge = Number(/Max-Age=(\d+)/.exec(moved.headers.getSetCookie()[0] ?? '')?.[1]);
    expect(Math.abs(maxAge - 10 * 24 * 60 * 60)).toBeLessThan(60);
    // It can't be extended further, so nothing is written and no cookie is set.
    const again = await callHttp(address, 'query', 'auth.user', undefined, { sessionToken });
    expect(again.headers.getSetCookie()).toEqual([]);
    expect((await expiry(sessionToken))?.getTime()).toBe(last);
    await signedIn(91);
    await expireIn(sessionToken, 20 * day);
    expect(await whoIs(sessionToken)).toBeNull();
    expect(await server.deps.db.session.count({ where: { userId: user.id } })).toBe(0);
  });

  it('is rejected once it has expired, and its row is deleted', async () => {
    const { sessionToken } = await account();
    await expireIn(sessionToken, -1000);
    expect(await whoIs(sessionToken)).toBeNull();
    expect((await callHttp(address, 'query', 'conversations.list', {}, { sessionToken })).status).toBe(401);
    expect(await expiry(sessionToken)).toBeNull();
  });

  it('ends with signing out, without affecting others', async () => {
    const { email, sessionToken } = await account();
    const other = sessionFrom((await login({ email, password })).headers);
    const response = await callHttp(address, 'mutation', 'auth.logout', undefined, { sessionToken });
    expect(response).toMatchObject({ status: 200, data: { message: 'Signed out' } });
    expect(response.headers.getSetCookie()[0]).toMatch(/^qinsight_session=;.*Max-Age=0/);
    expect(response.headers.get('clear-site-data')).toBe('"cache"');
    expect(await whoIs(sessionToken)).toBeNull();
    expect((await callHttp(address, 'query', 'account.usage', undefined, { sessionToken })).status).toBe(401);
    expect(await whoIs(other)).toMatchObject({ email });
    // Signing out twice is not an error.
    expect((await callHttp(address, 'mutation', 'auth.logout', undefined, { sessionToken })).status).toBe(200);
  });

  it('ends when the account is locked, and does not come back when it is unlocked', async () => {
    const admin = await signUp(server.deps, { isAdmin: true });
    const { user, sessionToken } = await account();
    await admin.call.admin.lock({ userId: user.id, isLocked: true });
    expect(await whoIs(sessionToken)).toBeNull();
    expect((await callHttp(address, 'query', 'conversations.list', {}, { sessionToken })).status).toBe(401);
    await admin.call.admin.lock({ userId: user.id, isLocked: false });
    expect(await whoIs(sessionToken)).toBeNull();
  });

  it("doesn't work for a locked account, even if the lock did not delete it", async () => {
    const { user, sessionToken } = await account();
    await server.deps.db.user.update({ where: { id: user.id }, data: { isLocked: true } });
    expect(await whoIs(sessionToken)).toBeNull();
    expect((await callHttp(address, 'query', 'account.usage', undefined, { sessionToken })).status).toBe(401);
  });

  it("has the account's current rights, not those at sign-in", async () => {
    const admin = await signUp(server.deps, { isAdmin: true });
    expect((await admin.call.admin.userPage({})).items).not.toEqual([]);
    await server.deps.db.user.update({ where: { id: admin.user.id }, data: { isAdmin: false } });
    await expect(admin.call.admin.userPage({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
