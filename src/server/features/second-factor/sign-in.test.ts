/** Signing in with a second factor: every way to a session, and every way around the code. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkHashOf, newLinkToken } from '~/server/features/email-links/email-links';
import { callerKey } from '~/server/lib/rate-limit';
import { codeOf } from '~/server/testing/clients/authenticator';
import { browserOf, callHttp, sessionFrom } from '~/server/testing/clients/http-client';
import { type SetUpApp, setUpApp } from '~/server/testing/worlds/second-factor';
import {
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
});
afterAll(() => server.close());
// All tests use one IP address; its limits have a separate test.
beforeEach(async () => {
  for (const action of ['signInByAddress', 'secondFactorByAddress'] as const)
    await server.deps.rateLimiter.reset(action, '127.0.0.1');
});

interface Account extends TestUser {
  app: SetUpApp;
}
async function withApp(): Promise<Account> {
  const ada = await signUp(server.deps);
  return { ...ada, app: await setUpApp(server.deps, ada) };
}
const login = (email: string, password = testPassword) =>
  callHttp(address, 'mutation', 'auth.login', { email, password });
const cookieFrom = (headers: Headers, name: string) =>
  headers
    .getSetCookie()
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';', 1)[0] ?? '';
const challengeFor = async ({ user }: TestUser, password = testPassword) =>
  cookieFrom((await login(user.email, password)).headers, 'qinsight_challenge');
const signIn = (cookie: string, code: string) =>
  callHttp(address, 'mutation', 'secondFactor.signIn', { code }, { headers: { cookie } });

describe('the right password', () => {
  it('opens no session, and reports that a code is needed', async () => {
    const ada = await withApp();
    const response = await login(ada.user.email);
    expect(response).toMatchObject({
      status: 401,
      error: { appCode: 'second_factor' },
      message: 'Enter your code or use your passkey to finish signing in.',
    });
    expect(sessionFrom(response.headers)).toBeNull();
    const [cookie = '', ...others] = response.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^qinsight_challenge=[\w-]{43}; HttpOnly; Max-Age=300; Path=\/; SameSite=Lax$/);
    const row = await server.deps.db.signInChallenge.findFirstOrThrow({ where: { userId: ada.user.id } });
    expect(cookie).not.toContain(row.tokenHash);
  });

  it('is required first: a wrong one gets the same response as for any account', async () => {
    const [ada, bob] = [await withApp(), await signUp(server.deps)];
    const [one, other] = [await login(ada.user.email, 'wrong'), await login(bob.user.email, 'wrong')];
    for (const { status, message, headers } of [one, other]) {
      expect({ status, message }).toEqual({ status: 401, message: 'Invalid email or password' });
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect(one.error?.appCode).toBe(other.error?.appCode);
  });

  it('and a code open a session, whose sign-in is in the audit log', async () => {
    const ada = await withApp();
    const signedIn = await signIn(await challengeFor(ada), await ada.app.newCode());
    expect(signedIn).toMatchObject({ status: 200, data: { email: ada.user.email } });
    const sessionToken = sessionFrom(signedIn.headers);
    expect((await callHttp(address, 'query', 'auth.user', undefined, { sessionToken })).data).toMatchObject({
      email: ada.user.email,
    });
    expect(signedIn.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^qinsight_challenge=;.*Max-Age=0/));
    const where = { kind: 'sign-in', actorId: ada.user.id };
    expect(await server.deps.db.auditEvent.findMany({ where })).toMatchObject([
      { details: { code: 'authenticator app' } },
    ]);
  });

  it('signs in over REST in two requests', async () => {
    const ada = await withApp();
    const post = (path: string, body: object, cookie = '') =>
      fetch(`${address}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      });
    const first = await post('/login', { email: ada.user.email, password: testPassword });
    expect(first.status).toBe(401);
    expect(await first.json()).toMatchObject({ code: 'second_factor' });
    const cookie = cookieFrom(first.headers, 'qinsight_challenge');
    const second = await post('/login/second-factor', { code: ada.app.recoveryCodes[0] }, cookie);
    expect(second.status).toBe(200);
    expect(sessionFrom(second.headers)).not.toBeNull();
  });
});

describe('a code', () => {
  it('is accepted once, even across sign-ins, and an older one is rejected after it', async () => {
    const ada = await withApp();
    const code = await ada.app.newCode();
    expect((await signIn(await challengeFor(ada), code)).status).toBe(200);
    expect((await signIn(await challengeFor(ada), code)).status).toBe(400);
    expect((await signIn(await challengeFor(ada), codeOf(ada.app.secret, -1))).status).toBe(400);
    expect((await signIn(await challengeFor(ada), codeOf(ada.app.secret, 1))).status).toBe(200);
  });

  it('from the setup does not sign in', async () => {
    const ada = await signUp(server.deps);
    const { secret } = await ada.call.secondFactor.begin({ password: testPassword });
    const code = codeOf(secret);
    await ada.call.secondFactor.confirm({ code });
    expect((await signIn(await challengeFor(ada), code)).status).toBe(400);
  });

  it('opens one session if two browsers send it concurrently', async () => {
    const ada = await withApp();
    const challenges = [await challengeFor(ada), await challengeFor(ada)];
    const code = await ada.app.newCode();
    const both = await Promise.all(challenges.map((cookie) => signIn(cookie, code)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is not used up by a request that loses the race for its challenge', async () => {
    const ada = await withApp();
    const cookie = await challengeFor(ada);
    const codes = ada.app.recoveryCodes.slice(0, 2);
    const both = await Promise.all(codes.map((code) => signIn(cookie, code)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await server.deps.db.recoveryCode.count({ where: { userId: ada.user.id } })).toBe(9);
  });

  it('from two steps ago or of another account is wrong', async () => {
    const [ada, eve] = [await withApp(), await withApp()];
    const cookie = await challengeFor(ada);
    for (const code of [codeOf(ada.app.secret, -3), codeOf(ada.app.secret, 3), await eve.app.newCode(), '000000'])
      expect(await signIn(cookie, code)).toMatchObject({ status: 400, error: { fieldErrors: { code: /not valid/ } } });
  });

  it('for recovery works once, in any case and with or without hyphens, for its own account', async () => {
    const [ada, eve] = [await withApp(), await withApp()];
    const [code = ''] = ada.app.recoveryCodes;
    expect((await signIn(await challengeFor(eve), code)).status).toBe(400);
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    expect((await signIn(await challengeFor(ada), typed)).status).toBe(200);
    expect((await signIn(await challengeFor(ada), code)).status).toBe(400);
    expect(await ada.call.secondFactor.status()).toMatchObject({ recoveryCodesLeft: 9 });
  });
});

describe('a challenge', () => {
  it('ends with the fifth wrong code, with a message', async () => {
    const ada = await withApp();
    const cookie = await challengeFor(ada);
    for (let n = 0; n < 4; n++) expect((await signIn(cookie, '000000')).status).toBe(400);
    const over = { status: 401, message: 'This sign-in took too long or had too many wrong codes. Sign in again.' };
    expect(await signIn(cookie, '000000')).toMatchObject(over);
    expect(await signIn(cookie, await ada.app.newCode())).toMatchObject(over);
    const where = { kind: 'second-factor-failed', actorId: ada.user.id };
    expect(await server.deps.db.auditEvent.count({ where })).toBe(5);
  });

  it('allows at most five codes, even concurrently', async () => {
    const ada = await withApp();
    const cookie = await challengeFor(ada);
    const codes = Array.from({ length: 9 }, (_, n) => `00000${n}`);
    await Promise.all(codes.map((code) => signIn(cookie, code)));
    const where = { kind: 'second-factor-failed', actorId: ada.user.id };
    expect(await server.deps.db.auditEvent.count({ where })).toBe(5);
  });

  it('expires after five minutes', async () => {
    const ada = await withApp();
    const cookie = await challengeFor(ada);
    const expiresAt = new Date(Date.now() - 1);
    await server.deps.db.signInChallenge.updateMany({ where: { userId: ada.user.id }, data: { expiresAt } });
    expect((await signIn(cookie, await ada.app.newCode())).status).toBe(401);
  });

  it('ends with its session, and requires its cookie', async () => {
    const ada = await withApp();
    const cookie = await challengeFor(ada);
    expect((await signIn(cookie, await ada.app.newCode())).status).toBe(200);
    expect((await signIn(cookie, await ada.app.newCode())).status).toBe(401);
    expect((await signIn('', await ada.app.newCode())).status).toBe(401);
    expect((await signIn(`qinsight_challenge=${newLinkToken()}`, await ada.app.newCode())).status).toBe(401);
  });

  it.each([
    [
      'a password change',
      async ({ call }: Account) =>
        void (await call.auth.changePassword({ currentPassword: testPassword, newPassword: 'battery staple' })),
    ],
    [
      'turning the second factor off',
      async ({ call, app }: Account) =>
        void (await call.secondFactor.turnOff({ password: testPassword, code: await app.newCode() })),
    ],
  ])('ends with %s', async (_what, change) => {
    const ada = await withApp();
    const cookie = await challengeFor(ada);
    await change(ada);
    expect((await signIn(cookie, ada.app.recoveryCodes[0] ?? '')).status).toBe(401);
  });

  it('does not open an account that was locked in the meantime', async () => {
    const ada = await withApp();
    const cookie = await challengeFor(ada);
    await server.deps.db.user.update({ where: { id: ada.user.id }, data: { isLocked: true } });
    expect(await signIn(cookie, await ada.app.newCode())).toMatchObject({ status: 403 });
    const admin = await signUp(server.deps, { isAdmin: true });
    await admin.call.admin.lock({ userId: ada.user.id, isLocked: true });
    expect(await signIn(cookie, await ada.app.newCode())).toMatchObject({ status: 401 });
  });
});

describe('guessing codes', () => {
  it('is stopped after ten attempts from one IP address, whatever the number of challenges', async () => {
    const ada = await withApp();
    const tries = async () => {
      const cookie = await challengeFor(ada);
      const statuses = [];
      for (let n = 0; n < 5; n++) statuses.push((await signIn(cookie, '000000')).status);
      return statuses;
    };
    expect(await tries()).toEqual([400, 400, 400, 400, 401]);
    expect(await tries()).toEqual([400, 400, 400, 400, 401]);
    const refused = await signIn(await challengeFor(ada), await ada.app.newCode());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is limited for browsers that knew only the password before the factor was set up', async () => {
    const ada = await signUp(server.deps);
    const browsers: string[] = [];
    for (let n = 0; n < 22; n++) browsers.push(browserOf((await login(ada.user.email)).headers));
    expect(new Set(browsers).size).toBe(22);
    await setUpApp(server.deps, ada);
    const statuses: number[] = [];
    for (const browser of browsers) {
      const challenge = await challengeFor(ada);
      statuses.push((await signIn(`${challenge}; ${browser}`, '000000')).status);
      // Also from many IP addresses, whose limits don't apply then.
      await server.deps.rateLimiter.reset('secondFactorByCaller', callerKey(ada.user.id, '127.0.0.1'));
    }
    expect(statuses).toEqual([...Array(20).fill(400), 429, 429]);
  });

  it("doesn't lock out a browser that has passed the factor, until the factor is set up again", async () => {
    const ada = await signUp(server.deps);
    const { secret } = await ada.call.secondFactor.begin({ password: testPassword });
    const { sessionToken } = ada;
    const code = { code: codeOf(secret) };
    const confirmed = await callHttp(address, 'mutation', 'secondFactor.confirm', code, { sessionToken });
    const { recoveryCodes } = confirmed.data as { recoveryCodes: [string] };
    const first = await signIn(await challengeFor(ada), recoveryCodes[0]);
    const tryAll = async () => {
      await server.deps.rateLimiter.reset('secondFactorByAccount', ada.user.id);
      for (let n = 0; n < 20; n++) await server.deps.rateLimiter.consume('secondFactorByAccount', ada.user.id);
      const statuses: number[] = [];
      for (const cookie of ['', browserOf(confirmed.headers), browserOf(first.headers)])
        statuses.push((await signIn(`${await challengeFor(ada)}; ${cookie}`, '000000')).status);
      return statuses;
    };
    expect(await tryAll()).toEqual([429, 400, 400]);
    const confirmedAt = new Date(Date.now() + 1);
    await server.deps.db.authenticatorApp.update({ where: { userId: ada.user.id }, data: { confirmedAt } });
    expect(await tryAll()).toEqual([429, 429, 429]);
  });

  it('is not made easier by a new password', async () => {
    const ada = await withApp();
    await server.deps.rateLimiter.consume('secondFactorByAccount', ada.user.id);
    for (let n = 0; n < 19; n++) await server.deps.rateLimiter.consume('secondFactorByAccount', ada.user.id);
    const cookies = await resetPassword(ada);
    // A link alone never makes a known browser, which would have its own attempts.
    expect(cookies).toEqual([]);
    const refused = await signIn(await challengeFor(ada, 'battery staple'), await ada.app.newCode());
    expect(refused.status).toBe(429);
  });
});

/** Sets a new password with a link, like someone with access to the account's emails. Returns the cookies. */
async function resetPassword({ user }: TestUser): Promise<string[]> {
  const token = newLinkToken();
  const data = { tokenHash: linkHashOf(token), userId: user.id, purpose: 'reset-password' };
  await server.deps.db.emailLink.create({ data: { ...data, expiresAt: new Date(Date.now() + 60_000) } });
  const input = { token, newPassword: 'battery staple' };
  const { status, headers } = await callHttp(address, 'mutation', 'passwordReset.complete', input);
  expect(status).toBe(200);
  return headers.getSetCookie();
}

describe('a password reset', () => {
  it('does not bypass the code, and ends a pending sign-in', async () => {
    const ada = await withApp();
    const before = await challengeFor(ada);
    await resetPassword(ada);
    expect((await signIn(before, ada.app.recoveryCodes[0] ?? '')).status).toBe(401);
    const response = await login(ada.user.email, 'battery staple');
    expect(response).toMatchObject({ status: 401, error: { appCode: 'second_factor' } });
    expect(sessionFrom(response.headers)).toBeNull();
    const cookie = cookieFrom(response.headers, 'qinsight_challenge');
    expect((await signIn(cookie, await ada.app.newCode())).status).toBe(200);
  });
});
