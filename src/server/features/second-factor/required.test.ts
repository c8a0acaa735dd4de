/** REQUIRE_SECOND_FACTOR: who must set one up, and what is allowed before. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '~/server/deps';
import { codeOf } from '~/server/testing/clients/authenticator';
import { callHttp, cookieOf, serveApp, sessionFrom } from '~/server/testing/clients/http-client';
import { callerFor, signUp, startTestServer, type TestServer, testPassword } from '~/server/testing/worlds/test-server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { REQUIRE_SECOND_FACTOR: 'administrators' } });
});
afterAll(() => server.close());

const setUpFirst = { code: 'FORBIDDEN', message: expect.stringContaining('Set up a second factor first') };
const withRule = (rule: string) =>
  ({ ...server.deps, env: { ...server.deps.env, REQUIRE_SECOND_FACTOR: rule } }) as Deps;

describe('an administrator without a second factor', () => {
  it('can set one up and sign out, and nothing else', async () => {
    const admin = await signUp(server.deps, { isAdmin: true });
    expect(await admin.call.auth.user()).toMatchObject({ mustSetUpSecondFactor: true });
    const { admin: users, conversations, sessions, tokens, auth } = admin.call;
    await expect(users.userPage({})).rejects.toMatchObject(setUpFirst);
    await expect(conversations.list({})).rejects.toMatchObject(setUpFirst);
    await expect(conversations.create({ title: 'x' })).rejects.toMatchObject(setUpFirst);
    await expect(sessions.list()).rejects.toMatchObject(setUpFirst);
    await expect(tokens.create({ name: 'x', password: testPassword })).rejects.toMatchObject(setUpFirst);
    await expect(auth.updateProfile({ firstName: 'x' })).rejects.toMatchObject(setUpFirst);
    const password = { currentPassword: testPassword, newPassword: 'battery staple' };
    await expect(auth.changePassword(password)).rejects.toMatchObject(setUpFirst);
    expect(await admin.call.secondFactor.status()).toMatchObject({ isRequired: true });
    const { secret } = await admin.call.secondFactor.begin({ password: testPassword });
    await expect(users.userPage({})).rejects.toMatchObject(setUpFirst);
    await admin.call.secondFactor.confirm({ code: codeOf(secret) });
    expect(await admin.call.auth.user()).not.toHaveProperty('mustSetUpSecondFactor');
    expect((await users.userPage({})).items).not.toEqual([]);
    await auth.logout();
    expect(await auth.user()).toBeNull();
  });

  it('is rejected over REST, plain HTTP and sockets too', async () => {
    const address = await server.listen();
    const { sessionToken } = await signUp(server.deps, { isAdmin: true });
    const headers = { cookie: cookieOf(sessionToken) };
    const status = async (path: string) => (await fetch(`${address}${path}`, { headers })).status;
    expect(await status('/api/admin/users')).toBe(403);
    expect(await status('/api/conversations')).toBe(403);
    expect(await status('/api/user/sessions')).toBe(403);
    expect(await status('/objects/5f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a02')).toBe(401);
    const refused = await fetch(`${address}/api/conversations`, { headers });
    expect(await refused.json()).toMatchObject({ code: 'second_factor_setup' });
    const who = await fetch(`${address}/api/user`, { headers });
    expect(await who.json()).toMatchObject({ isAdmin: true, mustSetUpSecondFactor: true });
    expect((await fetch(`${address}/api/logout`, { method: 'POST', headers })).status).toBe(200);
  });

  it('keeps their API tokens', async () => {
    const admin = await signUp(server.deps, { isAdmin: true });
    const { token } = await callerFor(withRule('nobody'), admin.sessionToken).tokens.create({
      name: 'Reports',
      password: testPassword,
    });
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${await server.listen()}/api/admin/users`, { headers })).status).toBe(200);
  });

  it('is affected in the middle of a session when the role is granted', async () => {
    const { user, call } = await signUp(server.deps);
    expect(await call.conversations.list({})).toBeDefined();
    await server.deps.db.user.update({ where: { id: user.id }, data: { isAdmin: true } });
    await expect(call.conversations.list({})).rejects.toMatchObject(setUpFirst);
  });
});

describe('the rule', () => {
  it('does not affect other users if it names administrators', async () => {
    const { call } = await signUp(server.deps);
    expect(await call.auth.user()).not.toHaveProperty('mustSetUpSecondFactor');
    expect(await call.conversations.list({})).toBeDefined();
  });

  it('applies to all users from their first sign-in or sign-up', async () => {
    const app = await serveApp(withRule('everybody'));
    const email = `new-${Date.now()}@example.com`;
    const input = { email, password: testPassword };
    const created = await callHttp(app.address, 'mutation', 'auth.register', input);
    expect(created.data).toMatchObject({ email, mustSetUpSecondFactor: true });
    const sessionToken = sessionFrom(created.headers);
    const list = await callHttp(app.address, 'query', 'conversations.list', {}, { sessionToken });
    expect(list).toMatchObject({ status: 403, error: { appCode: 'second_factor_setup' } });
    const again = await callHttp(app.address, 'mutation', 'auth.login', input);
    expect(again.data).toMatchObject({ mustSetUpSecondFactor: true });
    await app.close();
  });

  it('applies again after the second factor was turned off', async () => {
    const deps = withRule('everybody');
    const { sessionToken } = await signUp(server.deps);
    const call = callerFor(deps, sessionToken);
    const { secret } = await call.secondFactor.begin({ password: testPassword });
    const { recoveryCodes } = await call.secondFactor.confirm({ code: codeOf(secret) });
    await call.secondFactor.turnOff({ password: testPassword, code: recoveryCodes[0] ?? '' });
    await expect(call.conversations.list({})).rejects.toMatchObject(setUpFirst);
  });
});
