import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callHttp } from '~/server/testing/http-client';
import { openSocket } from '~/server/testing/socket-client';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/test-server';
import type { CurrentUser } from '~/shared/schemas/auth';

let server: TestServer;
let address: string;
let ada: TestUser;
let bob: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
  [ada, bob] = [await signUp(server.deps), await signUp(server.deps)];
});
afterAll(() => server.close());

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const whoIs = async (caller: { headers: Record<string, string> }) =>
  (await callHttp(address, 'query', 'auth.user', undefined, caller)).data as CurrentUser | null;

describe('an API token', () => {
  it('is shown once and not kept', async () => {
    const { token, ...summary } = await ada.call.tokens.create({ name: ' Reports ' });
    expect(token).toMatch(/^qi_[\w-]{43}$/);
    expect(summary).toEqual({
      id: expect.any(String),
      name: 'Reports',
      createdAt: expect.any(Date),
      lastUsedAt: null,
      expiresAt: null,
    });
    expect(await ada.call.tokens.list()).toEqual([summary]);
    const row = await server.deps.db.apiToken.findUniqueOrThrow({ where: { id: summary.id } });
    expect(JSON.stringify(row)).not.toContain(token.slice(3));
    expect(row.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(await whoIs(bearer(`qi_${row.tokenHash}`))).toBeNull();
  });

  it('speaks for its owner, with the rights they have now', async () => {
    const eve = await signUp(server.deps);
    const { token } = await eve.call.tokens.create({ name: 'x' });
    expect(await whoIs(bearer(token))).toMatchObject({ id: eve.user.id });
    expect(await whoIs({ headers: { authorization: `bearer  ${token}` } })).toMatchObject({ id: eve.user.id });
    const users = () => callHttp(address, 'query', 'admin.users', undefined, bearer(token));
    expect((await users()).status).toBe(403);
    await server.deps.db.user.update({ where: { id: eve.user.id }, data: { isAdmin: true } });
    expect((await users()).status).toBe(200);
    const [listed] = await eve.call.tokens.list();
    expect(listed?.lastUsedAt).toBeInstanceOf(Date);
  });

  it('neither manages tokens nor changes the password', async () => {
    const { token, id } = await ada.call.tokens.create({ name: 'x' });
    const words = 'API tokens cannot do this. Please sign in with your password.';
    const input = { currentPassword: 'x', newPassword: 'long enough' };
    for (const answer of [
      await callHttp(address, 'query', 'tokens.list', undefined, bearer(token)),
      await callHttp(address, 'mutation', 'tokens.create', { name: 'child' }, bearer(token)),
      await callHttp(address, 'mutation', 'tokens.revoke', { id }, bearer(token)),
      await callHttp(address, 'mutation', 'auth.changePassword', input, bearer(token)),
    ])
      expect(answer).toMatchObject({ status: 403, message: words });
    expect(await whoIs(bearer(token))).not.toBeNull();
  });

  it('counts before a cookie, also when it is good for nothing', async () => {
    const { token } = await ada.call.tokens.create({ name: 'x' });
    const with_ = async (authorization: string) =>
      (
        (
          await callHttp(address, 'query', 'auth.user', undefined, {
            sessionId: bob.sessionId,
            headers: { authorization },
          })
        ).data as CurrentUser | null
      )?.id;
    expect(await with_(`Bearer ${token}`)).toBe(ada.user.id);
    expect(await with_(`Bearer ${token.slice(0, -1)}`)).toBeUndefined();
    // What a proxy in front may have asked for is none of ours.
    for (const other of ['Basic dXNlcjpwYXNz', 'Bearer eyJhbGciOi.J9', token])
      expect(await with_(other)).toBe(bob.user.id);
  });

  it('ends when it is revoked, when it expires, and with its owner', async () => {
    const [eve, admin] = [await signUp(server.deps), await signUp(server.deps, { isAdmin: true })];
    const make = () => eve.call.tokens.create({ name: 'x', expiresAt: new Date(Date.now() + 60_000).toISOString() });
    const [first, second, third] = [await make(), await make(), await make()];
    for (const { token } of [first, second, third]) expect(await whoIs(bearer(token))).not.toBeNull();
    expect(await eve.call.tokens.revoke({ id: first.id })).toEqual({ message: 'Token revoked' });
    expect(await whoIs(bearer(first.token))).toBeNull();
    await server.deps.db.apiToken.update({ where: { id: second.id }, data: { expiresAt: new Date() } });
    expect(await whoIs(bearer(second.token))).toBeNull();
    await admin.call.admin.lock({ userId: eve.user.id, isLocked: true });
    expect(await whoIs(bearer(third.token))).toBeNull();
    expect((await callHttp(address, 'query', 'conversations.list', {}, bearer(third.token))).status).toBe(401);
    await admin.call.admin.lock({ userId: eve.user.id, isLocked: false });
    expect(await whoIs(bearer(third.token))).not.toBeNull();
    await admin.call.admin.delete({ userId: eve.user.id });
    expect(await whoIs(bearer(third.token))).toBeNull();
    expect(await server.deps.db.apiToken.count({ where: { userId: eve.user.id } })).toBe(0);
  });

  it('opens no socket', async () => {
    const { token } = await ada.call.tokens.create({ name: 'x' });
    expect(await openSocket(address, { sessionId: null, ...bearer(token) })).toBe(401);
  });

  it('needs a name and a time to come, and there are at most fifty', async () => {
    for (const [input, words] of [
      [{ name: ' ' }, 'Name is required'],
      [{ name: 'x'.repeat(101) }, 'Names can have at most 100 characters'],
      [{ name: 'x', expiresAt: 'tomorrow' }, 'expiresAt must be a date and time'],
      [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt must be in the future'],
    ] as const) {
      const answer = await callHttp(address, 'mutation', 'tokens.create', input, { sessionId: ada.sessionId });
      expect(answer).toMatchObject({ status: 400, message: words });
    }
    const eve = await signUp(server.deps);
    for (let n = 0; n < 50; n++) await eve.call.tokens.create({ name: `${n}` });
    await expect(eve.call.tokens.create({ name: 'one more' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
