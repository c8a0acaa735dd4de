/** Sign-in at a real OpenID provider, from the button to the session and sign-out. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noPassword } from '~/server/lib/password';
import type { SessionToken } from '~/server/lib/session-token';
import { callHttp, sessionFrom } from '~/server/testing/clients/http-client';
import { type Browser, openBrowser } from '~/server/testing/clients/round-trip';
import { openedSocket } from '~/server/testing/clients/socket-client';
import { freePort } from '~/server/testing/fakes/free-port';
import { startOpenIdProvider, type TestProvider, testClient } from '~/server/testing/fakes/openid-provider';
import { until } from '~/server/testing/until';
import { setUpApp } from '~/server/testing/worlds/second-factor';
import { callerFor, signUp, startTestServer, type TestServer, testPassword } from '~/server/testing/worlds/test-server';

const publicUrl = 'https://insight.example.com';
const callback = `${publicUrl}/auth/oidc/sso/callback`;
const ada = { sub: 'ada', email: 'Ada@example.com', email_verified: true, given_name: 'Ada', family_name: 'Lovelace' };
let provider: TestProvider;
let server: TestServer;
let address: string;

beforeAll(async () => {
  const port = await freePort();
  server = await startTestServer({
    env: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
      OIDC_CLIENT_ID: testClient.id,
      OIDC_CLIENT_SECRET: testClient.secret,
      OIDC_NAME: 'Acme',
      OIDC_SCOPES: 'openid email profile groups',
      OIDC_EMAIL_DOMAINS: 'example.com',
      OIDC_ADMIN_GROUPS: 'insight-admins',
      OIDC_SYNC_GROUPS: 'on',
    },
  });
  address = await server.listen();
  const logoutUri = `${address}/auth/oidc/sso/backchannel-logout`;
  provider = await startOpenIdProvider({ port, redirectUri: callback, logoutUri, user: ada });
});
afterAll(async () => {
  await provider.close();
  await server.close();
});
beforeEach(async () => {
  await server.deps.rateLimiter.reset('providerSignInByAddress', '127.0.0.1');
});

/** The whole round trip; returns the browser's final page. */
async function roundTrip(browser: Browser, path = '/auth/oidc/sso/start'): Promise<string> {
  const back = await browser.follow(`${address}${path}`, callback);
  const response = await browser.open(back.replace(publicUrl, address));
  expect(response.status).toBe(303);
  return response.headers.get('location') ?? '';
}

const tokenOf = (browser: Browser) =>
  (browser.cookies(address).get('__Host-qinsight_session') ?? null) as SessionToken | null;

async function signedInAs(user: typeof ada & { groups?: string[] }) {
  provider.user = user;
  const browser = openBrowser();
  expect(await roundTrip(browser)).toBe('/qchat');
  const token = tokenOf(browser);
  const call = callerFor(server.deps, token);
  return { browser, token, call, user: await call.auth.user() };
}

const audited = async (kind: string) =>
  (await server.deps.db.auditEvent.findMany({ where: { kind }, orderBy: { id: 'desc' }, take: 1 }))[0];

describe('the first sign-in', () => {
  it("creates an account without a password, with a confirmed email and the provider's names", async () => {
    const { user, token, call } = await signedInAs(ada);
    expect(user).toMatchObject({ email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', isAdmin: false });
    const row = await server.deps.db.user.findUniqueOrThrow({ where: { email: 'ada@example.com' } });
    expect(row.emailConfirmedAt).not.toBeNull();
    expect(row.password).toMatch(/^none /);
    expect(token).toMatch(/^[a-z0-9]{40}$/);
    expect(await call.identities.list()).toMatchObject({
      hasPassword: false,
      isConfirmed: false,
      identities: [{ name: 'Acme', email: 'ada@example.com' }],
      available: [],
    });
    expect(await audited('sign-up')).toMatchObject({ actor: 'ada@example.com', details: { provider: 'Acme' } });
  });

  it('opens a new session of the same account at each further sign-in', async () => {
    const first = await signedInAs(ada);
    const second = await signedInAs(ada);
    expect(second.user?.id).toBe(first.user?.id);
    expect(second.token).not.toBe(first.token);
  });

  it('returns to the requested page, but never to another site', async () => {
    provider.user = ada;
    expect(await roundTrip(openBrowser(), '/auth/oidc/sso/start?redirect=/qinvest%3Ftab%3Dall')).toBe(
      '/qinvest?tab=all',
    );
    for (const redirect of ['https://evil.example', '//evil.example', '/\\evil.example', '/auth/oidc/sso/start'])
      expect(await roundTrip(openBrowser(), `/auth/oidc/sso/start?redirect=${encodeURIComponent(redirect)}`)).toBe(
        '/qchat',
      );
  });

  it('creates one account for two concurrent sign-ins', async () => {
    provider.user = { ...ada, sub: 'twin', email: 'twin@example.com' };
    const browsers = [openBrowser(), openBrowser()];
    expect(await Promise.all(browsers.map((browser) => roundTrip(browser)))).toEqual(['/qchat', '/qchat']);
    expect(await server.deps.db.identity.count({ where: { subject: 'twin' } })).toBe(1);
  });

  it.each([
    ['an address that is not verified', { email_verified: false }, 'email-unverified'],
    ['an address of another domain', { email: 'eve@example.org' }, 'email-domain'],
    ['a domain with the same ending', { email: 'eve@not-example.com' }, 'email-domain'],
  ])('rejects %s', async (_what, claims, problem) => {
    provider.user = { ...ada, sub: `eve ${problem}`, ...claims };
    expect(await roundTrip(openBrowser())).toBe(`/auth?problem=${problem}&redirect=%2Fqchat`);
    expect(await audited('provider-sign-in-refused')).toMatchObject({ details: { provider: 'Acme', problem } });
  });
});

describe('roles', () => {
  const boss = { ...ada, sub: 'boss', email: 'boss@example.com' };

  it("follow the provider's groups at each sign-in", async () => {
    await signUp(server.deps, { isAdmin: true });
    expect((await signedInAs({ ...boss, groups: ['insight-admins', 'staff'] })).user?.isAdmin).toBe(true);
    expect(await audited('account-promoted')).toMatchObject({ actor: 'Acme', subject: 'boss@example.com' });
    expect((await signedInAs({ ...boss, groups: ['staff'] })).user?.isAdmin).toBe(false);
    expect((await signedInAs({ ...boss, groups: ['insight-admins'] })).user?.isAdmin).toBe(true);
    expect((await signedInAs(boss)).user?.isAdmin).toBe(false);
  });

  it('are kept for the last administrator', async () => {
    const { user } = await signedInAs({ ...boss, groups: ['insight-admins'] });
    await server.deps.db.user.updateMany({ where: { id: { not: user?.id ?? '' } }, data: { isAdmin: false } });
    expect((await signedInAs(boss)).user?.isAdmin).toBe(true);
  });
});

describe('an existing account', () => {
  it('is not opened by its email: its user signs in and connects the provider', async () => {
    const grace = await signUp(server.deps, { email: 'grace@example.com' });
    provider.user = { ...ada, sub: 'grace', email: 'grace@example.com' };
    expect(await roundTrip(openBrowser())).toBe('/auth?problem=account-exists&redirect=%2Fqchat');

    const browser = openBrowser();
    browser.cookies(address).set('__Host-qinsight_session', grace.sessionToken);
    const connect = (password?: string) =>
      callHttp(address, 'mutation', 'identities.connect', { providerId: 'sso', password }, grace);
    expect(await connect()).toMatchObject({ status: 400, message: 'Password is required' });
    expect(await connect('wrong')).toMatchObject({ status: 400, message: 'Password is incorrect' });
    const begun = await connect(testPassword);
    const [attempt = ''] = begun.headers.getSetCookie().filter((line) => line.includes('qinsight_sign_in'));
    expect(attempt).toMatch(/^__Host-qinsight_sign_in=[\w.-]+; HttpOnly; Max-Age=600; Path=\/; SameSite=Lax; Secure$/);
    browser.cookies(address).set('__Host-qinsight_sign_in', /=([^;]*)/.exec(attempt)?.[1] ?? '');
    const back = await browser.follow((begun.data as { url: string }).url, callback);
    const response = await browser.open(back.replace(publicUrl, address));
    expect(response.headers.get('location')).toBe('/settings?tab=password');
    expect(await audited('provider-connected')).toMatchObject({ actor: 'grace@example.com' });
    expect((await signedInAs(provider.user as typeof ada)).user?.id).toBe(grace.user.id);
    expect(await connect(testPassword)).toMatchObject({ status: 409 });
  });

  it('with a second factor requires a code, too, before a provider is connected', async () => {
    const alan = await signUp(server.deps, { email: 'alan@example.com' });
    const app = await setUpApp(server.deps, alan);
    const connect = (code?: string) =>
      callHttp(address, 'mutation', 'identities.connect', { providerId: 'sso', password: testPassword, code }, alan);
    expect(await connect()).toMatchObject({ status: 400, message: 'Code is required' });
    expect(await connect('000000')).toMatchObject({ status: 400 });
    expect(await connect(await app.newCode())).toMatchObject({ status: 200 });
    expect(await alan.call.identities.list()).toMatchObject({ hasApp: true, hasSecondFactor: true });
  });

  it("can't be connected to an identity of another account", async () => {
    await signedInAs(ada);
    const joan = await signUp(server.deps, { email: 'joan@example.com' });
    const { headers, data } = await callHttp(
      address,
      'mutation',
      'identities.connect',
      { providerId: 'sso', password: testPassword },
      joan,
    );
    const browser = openBrowser();
    const jar = browser.cookies(address);
    jar.set('__Host-qinsight_session', joan.sessionToken);
    jar.set('__Host-qinsight_sign_in', /sign_in=([^;]*)/.exec(headers.getSetCookie().join())?.[1] ?? '');
    const back = await browser.follow((data as { url: string }).url, callback);
    const response = await browser.open(back.replace(publicUrl, address));
    expect(response.headers.get('location')).toBe('/settings?tab=password&problem=other-account');
    expect(await server.deps.db.identity.count({ where: { userId: joan.user.id } })).toBe(0);
  });

  it("can't be signed in to while it is locked", async () => {
    const { user } = await signedInAs({ ...ada, sub: 'locked', email: 'locked@example.com' });
    await server.deps.db.user.update({ where: { id: user?.id ?? '' }, data: { isLocked: true } });
    expect(await roundTrip(openBrowser())).toBe('/auth?problem=locked&redirect=%2Fqchat');
  });
});

describe('an account without a password', () => {
  const mary = { ...ada, sub: 'mary', email: 'mary@example.com' };

  it("can't be opened with any password and has none to change", async () => {
    const { call, user } = await signedInAs(mary);
    const stored = await server.deps.db.user.findUniqueOrThrow({ where: { id: user?.id ?? '' } });
    for (const password of [stored.password, 'none', ''])
      await expect(callerFor(server.deps, null).auth.login({ email: 'mary@example.com', password })).rejects.toThrow();
    const change = { currentPassword: stored.password, newPassword: 'battery staple' };
    await expect(call.auth.changePassword(change)).rejects.toThrow('Your account has no password.');
  });

  it('confirms sensitive actions with a new sign-in at the provider', async () => {
    const { call, browser, user, token } = await signedInAs(mary);
    const wanted = { name: 'Report', scope: 'read' as const };
    await expect(call.tokens.create(wanted)).rejects.toThrow("Confirm it's you first");
    await expect(call.account.delete({ email: 'mary@example.com' })).rejects.toThrow("Confirm it's you first");
    const back = await roundTrip(browser, '/auth/oidc/sso/start?confirm=1&redirect=/settings');
    expect(back).toBe('/settings');
    expect(tokenOf(browser)).toBe(token);
    expect(await call.identities.list()).toMatchObject({ isConfirmed: true });
    await expect(call.tokens.create(wanted)).resolves.toMatchObject({ name: 'Report' });
    // It no longer counts ten minutes later, or in another browser.
    const other = await signedInAs(mary);
    await expect(other.call.tokens.create(wanted)).rejects.toThrow("Confirm it's you first");
    await server.deps.db.session.updateMany({
      where: { userId: user?.id ?? '' },
      data: { confirmedAt: new Date(Date.now() - 11 * 60_000) },
    });
    await expect(call.tokens.create(wanted)).rejects.toThrow("Confirm it's you first");
  });

  it('is not confirmed by another user of the provider', async () => {
    const { browser, call } = await signedInAs(mary);
    browser.cookies(provider.issuer).clear();
    provider.user = ada;
    expect(await roundTrip(browser, '/auth/oidc/sso/start?confirm=1')).toBe(
      '/settings?tab=password&problem=other-account',
    );
    expect(await call.identities.list()).toMatchObject({ isConfirmed: false });
  });

  it('keeps its only way to sign in, which is exported and deleted with it', async () => {
    const { call, browser, user } = await signedInAs({ ...ada, sub: 'leaver', email: 'leaver@example.com' });
    await roundTrip(browser, '/auth/oidc/sso/start?confirm=1');
    const [identity] = (await call.identities.list()).identities;
    const id = identity?.id ?? '';
    await expect(call.identities.disconnect({ id })).rejects.toThrow('This is the only way to sign in');
    await call.account.delete({ email: 'leaver@example.com' });
    expect(await server.deps.db.identity.count({ where: { userId: user?.id ?? '' } })).toBe(0);
    // The same user may come back with a new account.
    const again = await signedInAs({ ...ada, sub: 'leaver', email: 'leaver@example.com' });
    expect(again.user?.id).not.toBe(user?.id);
  });
});

describe('removing a sign-in method', () => {
  it('requires the password and ends the sessions that it opened', async () => {
    const { user, token } = await signedInAs({ ...ada, sub: 'both', email: 'both@example.com' });
    const userId = user?.id ?? '';
    const other = await signUp(server.deps);
    const { password } = await server.deps.db.user.findUniqueOrThrow({ where: { id: other.user.id } });
    await server.deps.db.user.update({ where: { id: userId }, data: { password } });
    const own = await server.deps.sessions.issueSession(userId, { device: '', ip: '', created: '' });
    const call = callerFor(server.deps, own.token);
    const [identity] = (await call.identities.list()).identities;
    const id = identity?.id ?? '';
    await expect(call.identities.disconnect({ id })).rejects.toThrow('Password is required');
    await expect(other.call.identities.disconnect({ id, password: testPassword })).rejects.toThrow('not found');
    await call.identities.disconnect({ id, password: testPassword });
    expect(await callerFor(server.deps, token).auth.user()).toBeNull();
    expect(await call.auth.user()).toMatchObject({ email: 'both@example.com' });
    expect(await audited('provider-disconnected')).toMatchObject({ details: { provider: 'Acme' } });
  });
});

describe('a logout at the provider', () => {
  it('ends the session that it opened with its sockets, and no other', async () => {
    const { token, call, user } = await signedInAs({ ...ada, sub: 'kay', email: 'kay@example.com' });
    const second = await signedInAs({ ...ada, sub: 'kay', email: 'kay@example.com' });
    const rows = await server.deps.db.session.findMany({ where: { userId: user?.id ?? '' } });
    const [sid] = rows.flatMap(({ providerSid }) => providerSid ?? []);
    expect(new Set(rows.map((row) => row.providerSid)).size).toBe(2);
    const socket = await openedSocket(address, { sessionToken: token, origin: publicUrl });
    await provider.signOut('kay', sid);
    const both = [await call.auth.user(), await second.call.auth.user()];
    expect(both.filter(Boolean)).toHaveLength(1);
    await provider.signOut('kay', rows.map((row) => row.providerSid).find((other) => other !== sid) ?? '');
    expect(await socket.closed).toBe(4401);
    expect(await second.call.auth.user()).toBeNull();
    await until(async () => (await audited('provider-sign-out'))?.actor === 'kay@example.com');
  });

  it('ends its session also after a change of the password', async () => {
    const { token, user } = await signedInAs({ ...ada, sub: 'lin', email: 'lin@example.com' });
    const { db } = server.deps;
    const other = await signUp(server.deps);
    const { password } = await db.user.findUniqueOrThrow({ where: { id: other.user.id } });
    await db.user.update({ where: { id: user?.id ?? '' }, data: { password } });
    const change = { currentPassword: testPassword, newPassword: 'another long password' };
    const { headers } = await callHttp(address, 'mutation', 'auth.changePassword', change, { sessionToken: token });
    const renewed = callerFor(server.deps, sessionFrom(headers) as SessionToken | null);
    expect(await renewed.auth.user()).toMatchObject({ email: 'lin@example.com' });
    const { providerSid } = await db.session.findFirstOrThrow({ where: { userId: user?.id ?? '' } });
    await provider.signOut('lin', providerSid ?? 'none');
    expect(await renewed.auth.user()).toBeNull();
  });
});

describe('groups of the provider', () => {
  it('fill groups with the same name at each sign-in, and keep memberships set by administrators', async () => {
    const admin = await signUp(server.deps, { isAdmin: true });
    const create = async (name: string) => (await admin.call.groups.create({ name })).id;
    const [research, legal, board] = [await create('Research'), await create('Legal'), await create('Board')];
    const grace = { ...ada, sub: 'grace', email: 'grace@example.com' };
    const { user } = await signedInAs({ ...grace, groups: ['research', 'BOARD', 'unknown'] });
    const userId = user?.id ?? '';
    const memberships = async () =>
      (await server.deps.db.groupMember.findMany({ where: { userId }, select: { groupId: true, source: true } })).map(
        ({ groupId, source }) => `${groupId} ${source}`,
      );
    expect((await memberships()).sort()).toEqual([`${research} oidc:sso`, `${board} oidc:sso`].sort());
    expect(await audited('group-member-added')).toMatchObject({ actor: 'Acme', subject: 'grace@example.com' });
    expect((await admin.call.groups.members({ groupId: research })).items).toMatchObject([{ source: 'provider' }]);
    await admin.call.groups.addMember({ groupId: board, userId });
    await signedInAs({ ...grace, groups: ['Legal'] });
    expect((await memberships()).sort()).toEqual([`${legal} oidc:sso`, `${board} manual`].sort());
    expect(await audited('group-member-removed')).toMatchObject({ actor: 'Acme', details: { group: 'Research' } });
    await signedInAs(grace);
    expect(await memberships()).toEqual([`${board} manual`]);
    expect(await server.deps.db.group.count({ where: { name: 'unknown' } })).toBe(0);
  });
});

describe('an account created by a directory', () => {
  const provision = (email: string) =>
    server.deps.db.user.create({ data: { email, password: noPassword(), provisionedAt: new Date() } });

  it('is connected at the first sign-in with its verified email, once', async () => {
    const { id } = await provision('annie@example.com');
    const { user } = await signedInAs({ ...ada, sub: 'annie', email: 'annie@example.com' });
    expect(user?.id).toBe(id);
    expect(await audited('provider-connected')).toMatchObject({ actor: 'annie@example.com' });
    provider.user = { ...ada, sub: 'mallory', email: 'annie@example.com' };
    expect(await roundTrip(openBrowser())).toContain('account-exists');
  });

  it('is not connected without a verified email, or if it has a password', async () => {
    await provision('dorothy@example.com');
    provider.user = { ...ada, sub: 'dorothy', email: 'dorothy@example.com', email_verified: false };
    expect(await roundTrip(openBrowser())).toContain('email-unverified');
    const { user } = await signUp(server.deps, { email: 'katherine@example.com' });
    await server.deps.db.user.update({ where: { id: user.id }, data: { provisionedAt: new Date() } });
    provider.user = { ...ada, sub: 'katherine', email: 'katherine@example.com' };
    expect(await roundTrip(openBrowser())).toContain('account-exists');
  });

  it('that is deactivated is rejected with a specific message', async () => {
    const { id } = await provision('hedy@example.com');
    const now = new Date();
    await server.deps.db.user.update({ where: { id }, data: { isLocked: true, deactivatedAt: now } });
    provider.user = { ...ada, sub: 'hedy', email: 'hedy@example.com' };
    expect(await roundTrip(openBrowser())).toContain('problem=deactivated');
  });
});
