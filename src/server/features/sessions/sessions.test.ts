import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '~/server/lib/hash';
import { type SessionId, type SessionToken, sessionIdOf } from '~/server/lib/session-token';
import { callHttp, sessionFrom } from '~/server/testing/clients/http-client';
import { openedSocket, openSocket } from '~/server/testing/clients/socket-client';
import { makeMmdb } from '~/server/testing/inputs/make-mmdb';
import { createTestFolder } from '~/server/testing/test-folder';
import { signUp, startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import type { SessionSummary } from '~/shared/schemas/account';
import type { CurrentUser } from '~/shared/schemas/auth';
import { sessionHandle } from './sessions.service';

const folder = createTestFolder();
const password = 'correct horse';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1';
let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
});
afterAll(() => server.close());
beforeEach(() => server.deps.rateLimiter.reset('registerByAddress', '127.0.0.1'));

async function account() {
  const email = `person-${randomUUID()}@example.com`;
  const headers = { 'user-agent': firefox };
  const response = await callHttp(address, 'mutation', 'auth.register', { email, password }, { headers });
  return { email, id: (response.data as CurrentUser).id, sessionToken: sessionFrom(response.headers) as SessionToken };
}
const signIn = async (email: string, userAgent = phone) => {
  const headers = { 'user-agent': userAgent };
  return sessionFrom((await callHttp(address, 'mutation', 'auth.login', { email, password }, { headers })).headers);
};
const list = async (sessionToken: string) =>
  (await callHttp(address, 'query', 'sessions.list', undefined, { sessionToken })).data as SessionSummary[];
const end = (sessionToken: string, id: string) =>
  callHttp(address, 'mutation', 'sessions.end', { id }, { sessionToken });
const whoIs = async (sessionToken: string | null) =>
  (await callHttp(address, 'query', 'auth.user', undefined, { sessionToken })).data as CurrentUser | null;

describe('the list of sessions', () => {
  it('shows device, IP address and start of each, the current one first', async () => {
    const { email, sessionToken } = await account();
    const other = (await signIn(email)) as SessionToken;
    const [own, second] = await list(sessionToken);
    expect(own).toEqual({
      id: sessionHandle(sessionIdOf(sessionToken)),
      device: 'Firefox on Windows',
      address: expect.stringMatching(/127\.0\.0\.1|::1/),
      place: null,
      isLocalAddress: true,
      signedInAt: expect.any(Date),
      lastActiveAt: expect.any(Date),
      isCurrent: true,
    });
    expect(second).toMatchObject({ device: 'Safari on iPhone', isCurrent: false });
    expect(await list(other)).toMatchObject([
      { device: 'Safari on iPhone', isCurrent: true },
      { device: 'Firefox on Windows', isCurrent: false },
    ]);
    expect(JSON.stringify(await list(sessionToken))).not.toContain(other);
  });

  it('shows the place of a public IP address, from the file of the operator', async () => {
    const file = path.join(folder, 'places.mmdb');
    const place = { city: { names: { en: 'Berlin' } }, country: { names: { en: 'Germany' } } };
    writeFileSync(file, makeMmdb('DBIP-City-Lite', { '81.2.69.0/24': place }));
    const other = await startTestServer({ env: { GEOIP_DATABASE: file, TRUST_PROXY: '1' } });
    const address = await other.listen();
    const headers = { 'user-agent': firefox, 'x-forwarded-for': '81.2.69.7' };
    const signedUp = { email: 'place@example.com', password };
    const { headers: received } = await callHttp(address, 'mutation', 'auth.register', signedUp, { headers });
    const sessionToken = sessionFrom(received) as SessionToken;
    const { data } = await callHttp(address, 'query', 'sessions.list', undefined, { sessionToken });
    expect(data).toMatchObject([{ address: '81.2.69.7', place: 'Berlin, Germany', isLocalAddress: false }]);
    const rows = await other.deps.db.session.findMany();
    expect(JSON.stringify(rows)).not.toContain('Berlin');
    await other.close();
  });

  it('leaves out expired sessions and those of other users', async () => {
    const [ada, grace] = [await account(), await account()];
    const old = (await signIn(ada.email)) as SessionToken;
    const where = { id: sessionIdOf(old) };
    await server.deps.db.session.update({ where, data: { expiresAt: new Date(Date.now() - 1000) } });
    expect(await list(ada.sessionToken)).toHaveLength(1);
    expect(await list(grace.sessionToken)).toHaveLength(1);
  });

  it('stores when a session was last used, to the nearest five minutes, without a write each time', async () => {
    const { sessionToken } = await account();
    const where = { id: sessionIdOf(sessionToken) };
    const lastActive = async () => (await server.deps.db.session.findUniqueOrThrow({ where })).lastActiveAt?.getTime();
    const fresh = await lastActive();
    await whoIs(sessionToken);
    expect(await lastActive()).toBe(fresh);
    const before = Date.now() - 6 * 60_000;
    await server.deps.db.session.update({ where, data: { lastActiveAt: new Date(before) } });
    await whoIs(sessionToken);
    expect(await lastActive()).toBeGreaterThan(before + 5 * 60_000);
    // Older sessions without this time get one when they are used.
    await server.deps.db.session.update({ where, data: { lastActiveAt: null } });
    await whoIs(sessionToken);
    expect(await lastActive()).toBeTypeOf('number');
  });

  it('does not allow API tokens', async () => {
    const ada = await signUp(server.deps);
    const { token } = await ada.call.tokens.create({ name: 'x', scope: 'write', password });
    const headers = { authorization: `Bearer ${token}` };
    expect((await callHttp(address, 'query', 'sessions.list', undefined, { headers })).status).toBe(403);
    expect((await callHttp(address, 'mutation', 'sessions.endOthers', undefined, { headers })).status).toBe(403);
  });
});

describe('ending one session', () => {
  it('signs it out at once, with its sockets, and no other', async () => {
    const { email, sessionToken } = await account();
    const [lost, kept] = [(await signIn(email)) as SessionToken, (await signIn(email)) as SessionToken];
    const sockets = {
      lost: await openedSocket(address, { sessionToken: lost }),
      kept: await openedSocket(address, { sessionToken: kept }),
    };
    const response = await end(sessionToken, sessionHandle(sessionIdOf(lost)));
    expect(response).toMatchObject({ status: 200, data: { message: 'Session ended' } });
    expect(await sockets.lost.closed).toBe(4401);
    expect(await whoIs(lost)).toBeNull();
    expect(await whoIs(kept)).toMatchObject({ email });
    expect((await sockets.kept.call('query', 'auth.user')).data).toMatchObject({ email });
    sockets.kept.socket.terminate();
    expect(await list(sessionToken)).toHaveLength(2);
  });

  it('of another user gets the same response as for an unknown one', async () => {
    const [ada, grace] = [await account(), await account()];
    const theirs = await end(grace.sessionToken, sessionHandle(sessionIdOf(ada.sessionToken)));
    const unknownSession = await end(grace.sessionToken, 'a'.repeat(32));
    expect(theirs).toMatchObject({ status: 404, message: 'Session not found' });
    expect(theirs.message).toBe(unknownSession.message);
    expect(await whoIs(ada.sessionToken)).toMatchObject({ email: ada.email });
  });

  it.each(['', 'x', '%', 'a'.repeat(31), 'a'.repeat(64), `${'a'.repeat(31)}%`])('rejects %j', async (id) => {
    const { sessionToken } = await account();
    expect((await end(sessionToken, id)).status).toBe(400);
    expect(await whoIs(sessionToken)).not.toBeNull();
  });
});

describe('ending all others', () => {
  it('keeps the current session, and returns how many have ended', async () => {
    const [{ email, id, sessionToken }, grace] = [await account(), await account()];
    const others = [await signIn(email), await signIn(email), await signIn(email)];
    const socket = await openedSocket(address, { sessionToken: others[0] as string });
    const endOthers = () => callHttp(address, 'mutation', 'sessions.endOthers', undefined, { sessionToken });
    expect((await endOthers()).data).toEqual({ message: '3 sessions ended' });
    expect(await socket.closed).toBe(4401);
    for (const ended of others) expect(await whoIs(ended)).toBeNull();
    expect(await whoIs(sessionToken)).toMatchObject({ email });
    expect(await whoIs(grace.sessionToken)).toMatchObject({ email: grace.email });
    expect((await endOthers()).data).toEqual({ message: '0 sessions ended' });
    // Recorded once, because the second request changed nothing.
    const entries = await server.deps.db.auditEvent.findMany({ where: { kind: 'sessions-ended', actorId: id } });
    expect(entries).toMatchObject([{ details: { count: 3 } }]);
  });
});

describe('an old cookie', () => {
  const ways: Record<string, (person: Awaited<ReturnType<typeof account>>) => Promise<unknown>> = {
    'signing out': ({ sessionToken }) => callHttp(address, 'mutation', 'auth.logout', undefined, { sessionToken }),
    'ending the session elsewhere': async ({ email, sessionToken }) => {
      const other = (await signIn(email)) as SessionToken;
      return end(other, sessionHandle(sessionIdOf(sessionToken)));
    },
    'changing the password elsewhere': async ({ email }) => {
      const input = { currentPassword: password, newPassword: 'battery staple' };
      return callHttp(address, 'mutation', 'auth.changePassword', input, { sessionToken: await signIn(email) });
    },
    'a new password by link': async ({ id }) => {
      const token = randomUUID();
      const expiresAt = new Date(Date.now() + 60_000);
      const reset = { userId: id, purpose: 'reset-password', tokenHash: sha256(token), expiresAt };
      await server.deps.db.emailLink.create({ data: reset });
      return callHttp(address, 'mutation', 'passwordReset.complete', { token, newPassword: 'battery staple' });
    },
    'being locked': async ({ id }) =>
      (await signUp(server.deps, { isAdmin: true })).call.admin.lock({ userId: id, isLocked: true }),
    'being locked and unlocked': async ({ id }) => {
      const admin = await signUp(server.deps, { isAdmin: true });
      await admin.call.admin.lock({ userId: id, isLocked: true });
      return admin.call.admin.lock({ userId: id, isLocked: false });
    },
    'being deleted by an administrator': async ({ id }) =>
      (await signUp(server.deps, { isAdmin: true })).call.admin.delete({ userId: id }),
    'deleting the own account': async ({ email, sessionToken }) =>
      callHttp(address, 'mutation', 'account.delete', { email, password }, { sessionToken }),
  };

  it.each(Object.keys(ways))('is useless after %s: no request, no page with data, no socket', async (way) => {
    const person = await account();
    const { sessionToken } = person;
    const key = sessionIdOf(sessionToken);
    const socket = await openedSocket(address, { sessionToken });
    await ways[way]?.(person);
    expect(await socket.closed).toBe(4401);
    expect(await whoIs(sessionToken)).toBeNull();
    expect((await callHttp(address, 'query', 'conversations.list', {}, { sessionToken })).status).toBe(401);
    expect((await callHttp(address, 'mutation', 'conversations.create', {}, { sessionToken })).status).toBe(401);
    expect(await openSocket(address, { sessionToken })).toBe(401);
    expect(await server.deps.db.session.findUnique({ where: { id: key } })).toBeNull();
  });

  it("can't be derived from a copy of the database", async () => {
    const { sessionToken } = await account();
    const dump = JSON.stringify(await server.deps.db.session.findMany());
    expect(dump).not.toContain(sessionToken);
    for (const { id } of await server.deps.db.session.findMany()) {
      for (const value of [id, id.slice(0, 40), id.slice(24), sessionHandle(id as SessionId)])
        expect(await whoIs(value)).toBeNull();
    }
  });
});
