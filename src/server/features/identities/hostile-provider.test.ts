/**
 * What must not sign anyone in: forged responses, responses for others, replays, confused providers, and unavailable
 * ones.
 */
import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Browser, openBrowser } from '~/server/testing/clients/round-trip';
import { type HostileProvider, startHostileProvider } from '~/server/testing/fakes/hostile-openid-provider';
import { callerFor, signUp, startTestServer, type TestServer, testPassword } from '~/server/testing/worlds/test-server';
import { attemptCookie, readAttempt } from './attempt-cookie';

const publicUrl = 'https://insight.example.com';
const clientId = 'qinsight';
let honest: HostileProvider;
let other: HostileProvider;
let server: TestServer;
let address: string;

beforeAll(async () => {
  honest = await startHostileProvider();
  other = await startHostileProvider();
  const list = [{ id: 'other', name: 'Other', issuer: other.issuer, clientId, clientSecret: 'secret' }];
  server = await startTestServer({
    env: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: honest.issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_PROVIDERS: JSON.stringify(list),
    },
  });
  address = await server.listen();
});
afterAll(async () => {
  await server.close();
  await honest.close();
  await other.close();
});
beforeEach(async () => {
  await server.deps.rateLimiter.reset('providerSignInByAddress', '127.0.0.1');
  honest.exchanges.length = 0;
  honest.metadata = {};
});

interface Started {
  browser: Browser;
  state: string;
  nonce: string;
  params: URLSearchParams;
}

async function start(id = 'sso', browser = openBrowser()): Promise<Started> {
  const response = await browser.open(`${address}/auth/oidc/${id}/start`);
  const params = new URL(response.headers.get('location') ?? '', publicUrl).searchParams;
  return { browser, state: params.get('state') ?? '', nonce: params.get('nonce') ?? '', params };
}

const seconds = () => Math.floor(Date.now() / 1000);
const claimsOf = (nonce: string): JWTPayload => ({
  iss: honest.issuer,
  aud: clientId,
  sub: `eve ${randomUUID()}`,
  email: `eve-${randomUUID()}@example.com`,
  email_verified: true,
  nonce,
  iat: seconds(),
  exp: seconds() + 300,
});

/** Signing omits undefined claims. */
const without = (name: string, claims: JWTPayload): JWTPayload => ({ ...claims, [name]: undefined });

async function callBack({ browser, state }: Started, { id = 'sso', query = `code=c&state=${state}` } = {}) {
  const response = await browser.open(`${address}/auth/oidc/${id}/callback?${query}`);
  expect(response.status).toBe(303);
  return response.headers.get('location');
}
const isSignedIn = (browser: Browser) => browser.cookies(address).has('__Host-qinsight_session');
const problem = (name: string) => `/auth?problem=${name}&redirect=%2Fqchat`;

describe('a sign-in', () => {
  it('requests a code with PKCE, state and nonce, only for the redirect URI of PUBLIC_URL', async () => {
    const { params } = await start();
    expect(Object.fromEntries(params)).toMatchObject({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: `${publicUrl}/auth/oidc/sso/callback`,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    const again = await start();
    for (const name of ['state', 'nonce', 'code_challenge']) expect(again.params.get(name)).not.toBe(params.get(name));
  });

  it('succeeds once with an honest response: a replay of the callback finds no attempt', async () => {
    const started = await start();
    honest.idToken = () => honest.sign(claimsOf(started.nonce));
    const planted = new Map(started.browser.cookies(address));
    expect(await callBack(started)).toBe('/qchat');
    expect(isSignedIn(started.browser)).toBe(true);
    expect(honest.exchanges[0]?.get('code_verifier')).toMatch(/^[\w-]{43,}$/);
    const replay = openBrowser();
    expect(await callBack({ ...started, browser: replay })).toBe(problem('expired'));
    // Even with the cookie, because a new token has a different nonce.
    for (const [name, value] of planted) replay.cookies(address).set(name, value);
    honest.idToken = () => honest.sign(claimsOf('another nonce'));
    expect(await callBack({ ...started, browser: replay })).toBe(problem('refused'));
    expect(isSignedIn(replay)).toBe(false);
  });
});

describe('an invalid token', () => {
  const unsigned = (claims: JWTPayload) =>
    [{ alg: 'none' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
      .concat('.');
  const forged: [string, (nonce: string) => Promise<string>][] = [
    ['has another nonce', () => honest.sign(claimsOf('other'))],
    ['has no nonce', (nonce) => honest.sign(without('nonce', claimsOf(nonce)))],
    ['is of another issuer', (nonce) => honest.sign({ ...claimsOf(nonce), iss: other.issuer })],
    ['is for another client', (nonce) => honest.sign({ ...claimsOf(nonce), aud: 'another' })],
    [
      'is for several clients without a party',
      (nonce) => honest.sign({ ...claimsOf(nonce), aud: [clientId, 'another'] }),
    ],
    ['has expired', (nonce) => honest.sign({ ...claimsOf(nonce), exp: seconds() - 120 })],
    ['is signed with the key of another provider', (nonce) => other.sign(claimsOf(nonce))],
    ['has no signature', async (nonce) => unsigned(claimsOf(nonce))],
    ['is no token', async () => 'eyJ.e30.x'],
    ['has no subject', (nonce) => honest.sign(without('sub', claimsOf(nonce)))],
  ];
  it.each(forged)('does not sign in: it %s', async (_what, token) => {
    const started = await start();
    honest.idToken = () => token(started.nonce);
    expect(await callBack(started)).toBe(problem('refused'));
    expect(isSignedIn(started.browser)).toBe(false);
  });

  it.each([
    ['false', { email_verified: false }],
    ['absent', { email_verified: undefined }],
    ['of another type', { email_verified: 1 }],
    ['for an invalid email address', { email: 'eve' }],
  ])('creates no account if email_verified is %s', async (_what, changed) => {
    const started = await start();
    honest.idToken = () => honest.sign({ ...claimsOf(started.nonce), ...changed } as JWTPayload);
    expect(await callBack(started)).toBe(problem('email-unverified'));
  });
});

describe('a callback', () => {
  it('in a browser that has not started a sign-in does not sign in, and its code is not used', async () => {
    const eve = await start();
    honest.idToken = () => honest.sign(claimsOf(eve.nonce));
    const victim = openBrowser();
    expect(await callBack({ ...eve, browser: victim })).toBe(problem('expired'));
    // Nor does it in the browser of a victim with an attempt of their own.
    const own = await start();
    expect(await callBack({ ...own, state: eve.state })).toBe(problem('expired'));
    expect(honest.exchanges).toEqual([]);
  });

  it('without a state, or with two, is rejected', async () => {
    const first = await start();
    expect(await callBack(first, { query: 'code=c' })).toBe(problem('expired'));
    const second = await start();
    expect(await callBack(second, { query: `code=c&state=${second.state}&state=x` })).toBe(problem('expired'));
  });

  it('of another provider than the one it was started at is rejected', async () => {
    const started = await start('sso');
    expect(await callBack(started, { id: 'other' })).toBe(problem('expired'));
    expect(other.exchanges).toEqual([]);
  });

  it('that names another issuer is rejected before the code is sent', async () => {
    const started = await start();
    const iss = encodeURIComponent(other.issuer);
    expect(await callBack(started, { query: `code=c&state=${started.state}&iss=${iss}` })).toBe(problem('refused'));
    expect(honest.exchanges).toEqual([]);
  });

  it('shows that the user declined, without any text from the URL', async () => {
    const started = await start();
    const query = `error=access_denied&error_description=%3Cscript%3E&state=${started.state}`;
    expect(await callBack(started, { query })).toBe(problem('declined'));
  });

  it('of a provider that is not configured does not exist', async () => {
    expect((await fetch(`${address}/auth/oidc/nobody/callback?code=c&state=s`)).status).toBe(404);
    expect((await fetch(`${address}/auth/oidc/nobody/start`)).status).toBe(404);
  });

  it('ignores an expired or altered attempt', async () => {
    const { browser, ...started } = await start();
    const jar = browser.cookies(address);
    const name = '__Host-qinsight_sign_in';
    const { env } = server.deps;
    const attempt = readAttempt({ headers: { cookie: `${name}=${jar.get(name)}` } }, env);
    if (!attempt) throw new Error('the attempt is there');
    const sealed = (changed: object) =>
      (attemptCookie({ ...attempt, ...changed }, env).match(/=([^;]+)/) ?? [])[1] ?? '';
    honest.idToken = () => honest.sign(claimsOf(started.nonce));
    const connecting = { ...attempt, purpose: 'connect', userId: randomUUID() };
    const changed = [
      sealed({ startedAt: Date.now() - 601_000 }),
      // What someone with access to the browser would need to add a way to sign in without the password.
      Buffer.from(JSON.stringify(connecting)).toString('base64url'),
      `${sealed({}).slice(0, -2)}AA`,
      'not an attempt',
    ];
    for (const value of changed) {
      jar.set(name, value);
      expect(await callBack({ browser, ...started })).toBe(problem('expired'));
    }
    jar.set(name, sealed({}));
    expect(await callBack({ browser, ...started })).toBe('/qchat');
  });
});

describe('an unavailable provider', () => {
  it('does not delay the start, is explained, and is tried again at the next sign-in', async () => {
    const away = await startTestServer({
      env: { PUBLIC_URL: publicUrl, OIDC_ISSUER: other.issuer, OIDC_CLIENT_ID: clientId },
    });
    const otherAddress = await away.listen();
    other.isUnavailable = true;
    const open = async () =>
      (await fetch(`${otherAddress}/auth/oidc/sso/start`, { redirect: 'manual' })).headers.get('location');
    expect(await open()).toBe(problem('unavailable'));
    other.isUnavailable = false;
    expect(await open()).toMatch(new RegExp(`^${other.issuer}/authorize`));
    await away.close();
  });
});

describe('a logout token', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const valid = (sub: string): JWTPayload => ({
    iss: honest.issuer,
    aud: clientId,
    iat: seconds(),
    jti: randomUUID(),
    events: event,
    sub,
  });
  const send = (token: string) =>
    fetch(`${address}/auth/oidc/sso/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    });

  it('ends the sessions of its subject only if it is fully valid', async () => {
    const started = await start();
    const claims = claimsOf(started.nonce);
    const sub = String(claims.sub);
    honest.idToken = () => honest.sign(claims);
    await callBack(started);
    const token = started.browser.cookies(address).get('__Host-qinsight_session') ?? '';
    const call = callerFor(server.deps, token as Parameters<typeof callerFor>[1]);
    const wrong: JWTPayload[] = [
      { ...valid(sub), aud: 'another' },
      { ...valid(sub), iss: other.issuer },
      { ...valid(sub), iat: seconds() - 600 },
      { ...valid(sub), nonce: 'n' },
      { ...valid(sub), events: {} },
      without('sub', valid(sub)),
      without('jti', valid(sub)),
      claims,
    ];
    for (const claimsOfToken of wrong) expect((await send(await honest.sign(claimsOfToken))).status).toBe(400);
    expect((await send(await other.sign(valid(sub)))).status).toBe(400);
    expect((await send('')).status).toBe(400);
    expect((await send(await honest.sign(valid('another subject')))).status).toBe(200);
    expect(await call.auth.user()).not.toBeNull();
    expect((await send(await honest.sign(valid(sub), { typ: 'logout+jwt' }))).status).toBe(200);
    expect(await call.auth.user()).toBeNull();
  });

  it('is not accepted from a page of another site', async () => {
    const response = await fetch(`${address}/auth/oidc/sso/backchannel-logout`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: new URLSearchParams({ logout_token: await honest.sign(valid('eve')) }),
    });
    expect(response.status).toBe(403);
  });
});

describe('disabled password sign-in', () => {
  let closed: TestServer;
  beforeAll(async () => {
    closed = await startTestServer({
      env: { PUBLIC_URL: publicUrl, OIDC_ISSUER: honest.issuer, OIDC_CLIENT_ID: clientId, PASSWORD_SIGN_IN: 'off' },
    });
  });
  afterAll(() => closed.close());

  it('rejects passwords, sign-up and reset links, and is reported in the settings of the page', async () => {
    const call = callerFor(closed.deps, null);
    const words = 'Password sign-in is turned off.';
    const credentials = { email: 'ada@example.com', password: 'correct horse' };
    await expect(call.auth.login(credentials)).rejects.toThrow(words);
    await expect(call.auth.register(credentials)).rejects.toThrow(words);
    await expect(call.passwordReset.request({ email: 'ada@example.com' })).rejects.toThrow(words);
    expect(await call.auth.config()).toMatchObject({
      hasPasswordSignIn: false,
      signUp: 'closed',
      providers: [{ id: 'sso', name: 'Single Sign-On' }],
    });
  });

  it('keeps the identity that alone opens the account, whatever password and other identities it has', async () => {
    const { call, user } = await signUp(closed.deps);
    for (const issuer of [honest.issuer, 'https://gone.example.com'])
      await closed.deps.db.identity.create({ data: { userId: user.id, issuer, subject: user.id } });
    await closed.deps.db.session.updateMany({ where: { userId: user.id }, data: { confirmedAt: new Date() } });
    const { identities } = await call.identities.list();
    expect(identities).toMatchObject([
      { issuer: honest.issuer, isRemovable: false },
      { issuer: 'https://gone.example.com', isRemovable: true },
    ]);
    const remove = (at: number) => call.identities.disconnect({ id: identities[at]?.id ?? '' });
    await expect(remove(0)).rejects.toThrow('Connect another provider first.');
    await expect(remove(1)).resolves.toBeDefined();
  });

  it('confirms with the provider instead of the old password, which remains for accounts without a provider', async () => {
    const { call, user } = await signUp(closed.deps);
    const { db } = closed.deps;
    const connect = (issuer: string) => db.identity.create({ data: { userId: user.id, issuer, subject: user.id } });
    const create = (password?: string) => call.tokens.create({ name: 'Robot', ...(password && { password }) });
    await connect('https://gone.example.com');
    expect(await call.identities.list()).toMatchObject({ hasPassword: true, confirmWith: [] });
    await expect(create(testPassword)).resolves.toBeDefined();
    await connect(honest.issuer);
    expect(await call.identities.list()).toMatchObject({ hasPassword: false, confirmWith: [{ id: 'sso' }] });
    await expect(create(testPassword)).rejects.toThrow('sign in again with your provider');
    await expect(
      call.auth.changePassword({ currentPassword: testPassword, newPassword: 'another long password' }),
    ).rejects.toThrow('You sign in with a provider, without a password.');
    await db.session.updateMany({ where: { userId: user.id }, data: { confirmedAt: new Date() } });
    await expect(create()).resolves.toBeDefined();
  });
});
