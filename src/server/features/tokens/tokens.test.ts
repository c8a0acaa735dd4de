import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operator } from '~/server/features/audit/audit.service';
import { setPassword } from '~/server/features/auth/manage-account';
import { sha256 } from '~/server/lib/hash';
import { appRouter } from '~/server/router';
import { callHttp } from '~/server/testing/clients/http-client';
import { openSocket } from '~/server/testing/clients/socket-client';
import {
  testPassword as password,
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
} from '~/server/testing/worlds/test-server';
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
  it('is shown once and not stored', async () => {
    const { token, ...summary } = await ada.call.tokens.create({ name: ' Reports ', password });
    expect(token).toMatch(/^qi_[\w-]{43}$/);
    expect(summary).toEqual({
      id: expect.any(String),
      name: 'Reports',
      scope: 'read',
      createdAt: expect.any(Date),
      lastUsedAt: null,
      expiresAt: expect.any(Date),
    });
    expect(await ada.call.tokens.list()).toEqual([summary]);
    const row = await server.deps.db.apiToken.findUniqueOrThrow({ where: { id: summary.id } });
    expect(JSON.stringify(row)).not.toContain(token.slice(3));
    expect(row.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(await whoIs(bearer(`qi_${row.tokenHash}`))).toBeNull();
  });

  it('acts for its owner, with their current rights', async () => {
    const eve = await signUp(server.deps);
    const { token } = await eve.call.tokens.create({ name: 'x', password });
    expect(await whoIs(bearer(token))).toMatchObject({ id: eve.user.id });
    expect(await whoIs({ headers: { authorization: `bearer  ${token}` } })).toMatchObject({ id: eve.user.id });
    const users = () => callHttp(address, 'query', 'admin.userPage', {}, bearer(token));
    expect((await users()).status).toBe(403);
    await server.deps.db.user.update({ where: { id: eve.user.id }, data: { isAdmin: true } });
    expect((await users()).status).toBe(200);
    const [listed] = await eve.call.tokens.list();
    expect(listed?.lastUsedAt).toBeInstanceOf(Date);
  });

  it('can neither manage tokens nor change the password', async () => {
    const { token, id } = await ada.call.tokens.create({ name: 'x', scope: 'write', password });
    const words = 'API tokens cannot do this. Please sign in on the website.';
    const input = { currentPassword: 'x', newPassword: 'long enough' };
    for (const response of [
      await callHttp(address, 'query', 'tokens.list', undefined, bearer(token)),
      await callHttp(address, 'mutation', 'tokens.create', { name: 'child', password }, bearer(token)),
      await callHttp(address, 'mutation', 'tokens.revoke', { id }, bearer(token)),
      await callHttp(address, 'mutation', 'auth.changePassword', input, bearer(token)),
    ])
      expect(response).toMatchObject({ status: 403, message: words });
    expect(await whoIs(bearer(token))).not.toBeNull();
  });

  it('takes precedence over a cookie, even if it is invalid', async () => {
    const { token } = await ada.call.tokens.create({ name: 'x', password });
    const with_ = async (authorization: string) =>
      (
        (
          await callHttp(address, 'query', 'auth.user', undefined, {
            sessionToken: bob.sessionToken,
            headers: { authorization },
          })
        ).data as CurrentUser | null
      )?.id;
    expect(await with_(`Bearer ${token}`)).toBe(ada.user.id);
    expect(await with_(`Bearer ${token.slice(0, -1)}`)).toBeUndefined();
    // Credentials for a proxy in front of the server are ignored.
    for (const other of ['Basic dXNlcjpwYXNz', 'Bearer eyJhbGciOi.J9', token])
      expect(await with_(other)).toBe(bob.user.id);
  });

  it('ends when it is revoked, when it expires, and with its owner', async () => {
    const [eve, admin] = [await signUp(server.deps), await signUp(server.deps, { isAdmin: true })];
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const make = () => eve.call.tokens.create({ name: 'x', expiresAt, password });
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
    // Unlocking restores no token, because the holder of the token may be the reason for the lock.
    expect(await whoIs(bearer(third.token))).toBeNull();
    await server.deps.db.apiToken.create({ data: { userId: eve.user.id, name: 'x', tokenHash: 'x' } });
    await admin.call.admin.delete({ userId: eve.user.id });
    expect(await server.deps.db.apiToken.count({ where: { userId: eve.user.id } })).toBe(0);
  });

  it("can't open a socket", async () => {
    const { token } = await ada.call.tokens.create({ name: 'x', password });
    expect(await openSocket(address, { sessionToken: null, ...bearer(token) })).toBe(401);
  });

  it('requires a name, a valid scope and an end in the future', async () => {
    for (const [more, words] of [
      [{ name: ' ' }, 'Name is required'],
      [{ name: 'x'.repeat(101) }, 'Names can have at most 100 characters'],
      [{ name: 'x', scope: 'admin' }, 'Use read or write'],
      [{ name: 'x', expiresAt: 'tomorrow' }, 'expiresAt must be a date and time'],
      [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt must be in the future'],
    ] as const) {
      const input = { password, ...more };
      const response = await callHttp(address, 'mutation', 'tokens.create', input, { sessionToken: ada.sessionToken });
      expect(response).toMatchObject({ status: 400, message: words });
    }
  });

  it('is limited to fifty, even if sixty are created concurrently', async () => {
    const eve = await signUp(server.deps);
    const { rateLimiter } = server.deps;
    const consume = vi.spyOn(rateLimiter, 'consume').mockResolvedValue();
    const all = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => eve.call.tokens.create({ name: `${n}`, password })),
    );
    consume.mockRestore();
    const refused = all.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toHaveLength(10);
    for (const reason of refused)
      expect(reason).toMatchObject({
        code: 'CONFLICT',
        message: "You can have at most 50 API tokens. Revoke one you don't use.",
      });
    expect(await eve.call.tokens.list()).toHaveLength(50);
  });
});

describe('creating an API token', () => {
  const day = 86_400_000;

  it('requires the password again, and counts wrong ones', async () => {
    const eve = await signUp(server.deps);
    const make = (typed?: string) =>
      callHttp(
        address,
        'mutation',
        'tokens.create',
        { name: 'x', password: typed },
        { sessionToken: eve.sessionToken },
      );
    expect(await make()).toMatchObject({ status: 400, message: 'Password is required' });
    for (let n = 0; n < 10; n++)
      expect(await make('wrong')).toMatchObject({
        status: 400,
        message: 'Password is incorrect',
        error: { fieldErrors: { password: 'Password is incorrect' } },
      });
    expect(await make(password)).toMatchObject({
      status: 429,
      message: 'Too many password attempts. Try again later.',
    });
    expect(await eve.call.tokens.list()).toEqual([]);
  });

  it('is undone by a concurrent change of the password', async () => {
    const eve = await signUp(server.deps);
    const { db } = server.deps;
    const findUnique = vi.spyOn(db.user, 'findUnique');
    findUnique.mockImplementationOnce(((query: Parameters<typeof db.user.findUnique>[0]) => {
      findUnique.mockRestore();
      // Read here, and then changed before the token is written.
      return db.user.findUnique(query).then(async (row) => {
        await db.user.update({ where: { id: eve.user.id }, data: { password: 'another' } });
        return row;
      });
    }) as never);
    await expect(eve.call.tokens.create({ name: 'x', password })).rejects.toThrow('Password is incorrect');
    expect(await eve.call.tokens.list()).toEqual([]);
  });

  it('expires after ninety days by default; another end, or none, can be chosen', async () => {
    const inDays = async (more: object) => {
      const { expiresAt } = await ada.call.tokens.create({ name: 'x', password, ...more });
      return expiresAt && Math.round((expiresAt.getTime() - Date.now()) / day);
    };
    expect(await inDays({})).toBe(90);
    expect(await inDays({ expiresAt: new Date(Date.now() + 30 * day).toISOString() })).toBe(30);
    expect(await inDays({ expiresAt: null })).toBeNull();
  });
});

describe('a read-only token', () => {
  const words = 'This API token can only read. Create one with write access in Settings.';

  it('is rejected by every procedure that changes something, whatever the input', async () => {
    const eve = await signUp(server.deps, { isAdmin: true });
    const { token } = await eve.call.tokens.create({ name: 'x', password });
    const { procedures } = appRouter._def as unknown as {
      procedures: Record<string, { _def: { type: string; meta: { isExport?: true } } }>;
    };
    const mutations = Object.entries(procedures).filter(
      ([, { _def }]) => _def.type === 'mutation' && !_def.meta.isExport,
    );
    expect(mutations.length).toBeGreaterThan(25);
    for (const [path] of mutations) {
      const response = await callHttp(address, 'mutation', path, {}, bearer(token));
      expect({ path, status: response.status, message: response.message }).toEqual({
        path,
        status: 403,
        message: words,
      });
    }
    expect((await callHttp(address, 'query', 'admin.userPage', {}, bearer(token))).status).toBe(200);
    expect(await whoIs(bearer(token))).toMatchObject({ id: eve.user.id });
  });

  it('can export what it can read', async () => {
    const eve = await signUp(server.deps, { isAdmin: true });
    const { token } = await eve.call.tokens.create({ name: 'x', password });
    const positions = await callHttp(address, 'mutation', 'positions.export', { format: 'csv' }, bearer(token));
    expect(positions.status).toBe(200);
    expect((await callHttp(address, 'mutation', 'waitlist.export', {}, bearer(token))).status).toBe(200);
  });

  it('is rejected by REST and by the link of an upload', async () => {
    const eve = await signUp(server.deps);
    const { token } = await eve.call.tokens.create({ name: 'x', password });
    const send = (method: string, path: string, body?: string) =>
      fetch(address + path, {
        method,
        headers: { 'content-type': 'application/json', ...bearer(token).headers },
        ...(body && { body }),
      });
    const created = await send('POST', '/api/conversations', '{"title":"x"}');
    expect({ status: created.status, body: await created.json() }).toMatchObject({
      status: 403,
      body: { message: words },
    });
    expect((await send('GET', '/api/conversations')).status).toBe(200);
    const { uploadURL } = await eve.call.uploads.create({});
    const { pathname, search } = new URL(uploadURL);
    const sent = await send('PUT', pathname + search, 'x');
    expect({ status: sent.status, body: await sent.json() }).toMatchObject({ status: 403, body: { message: words } });
    expect(await server.deps.db.conversation.count({ where: { userId: eve.user.id } })).toBe(0);
  });
});

describe('API tokens', () => {
  const newPassword = 'battery staple';
  const tokenOf = async (user: TestUser) => (await user.call.tokens.create({ name: 'x', password })).token;

  it('are revoked by changing the password, unless the user keeps them', async () => {
    for (const [input, stays] of [
      [{}, false],
      [{ revokeTokens: true }, false],
      [{ revokeTokens: false }, true],
    ] as const) {
      const eve = await signUp(server.deps);
      const token = await tokenOf(eve);
      await eve.call.auth.changePassword({ currentPassword: password, newPassword, ...input });
      expect((await whoIs(bearer(token))) !== null).toBe(stays);
    }
  });

  it('are revoked by a reset by email and by the operator', async () => {
    const [eve, mallory] = [await signUp(server.deps), await signUp(server.deps)];
    const [first, second, theirs] = [await tokenOf(eve), await tokenOf(mallory), await tokenOf(ada)];
    const link = {
      userId: eve.user.id,
      purpose: 'reset-password',
      tokenHash: sha256('a link'),
      expiresAt: new Date(Date.now() + 60_000),
    };
    await server.deps.db.emailLink.create({ data: link });
    await callHttp(address, 'mutation', 'passwordReset.complete', { token: 'a link', newPassword });
    const ended = await setPassword(server.deps, operator, { ...mallory.user, password: newPassword });
    expect(ended).toEqual({ sessionsEnded: 1, tokensRevoked: 1 });
    for (const token of [first, second]) expect(await whoIs(bearer(token))).toBeNull();
    expect(await whoIs(bearer(theirs))).toMatchObject({ id: ada.user.id });
  });
});
