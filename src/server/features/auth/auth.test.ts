import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callHttp, serveApp, sessionFrom } from '~/server/testing/clients/http-client';
import { signUp, startTestServer, type TestServer, testPassword } from '~/server/testing/worlds/test-server';
import type { CurrentUser } from '~/shared/schemas/auth';

let server: TestServer;
let address: string;

beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
});
afterAll(() => server.close());
// All tests use one IP address; its limits have separate tests.
beforeEach(async () => {
  for (const action of ['registerByAddress', 'signInByAddress'] as const) {
    for (const ip of ['127.0.0.1', '203.0.113.9']) await server.deps.rateLimiter.reset(action, ip);
  }
});

const password = 'correct horse';
const newEmail = () => `person-${randomUUID()}@example.com`;
const register = (input: object, headers = {}) => callHttp(address, 'mutation', 'auth.register', input, { headers });
const login = (input: object, headers = {}, to = address) => callHttp(to, 'mutation', 'auth.login', input, { headers });
const whoIs = async (sessionToken: string | null) =>
  (await callHttp(address, 'query', 'auth.user', undefined, { sessionToken })).data as CurrentUser | null;

async function account(more: object = {}) {
  const email = newEmail();
  const response = await register({ email, password, ...more });
  expect(response.status).toBe(200);
  return { email, user: response.data as CurrentUser, sessionToken: sessionFrom(response.headers) as string, response };
}

describe('registering', () => {
  it('creates an account, signs in and returns the user', async () => {
    const { email, user, sessionToken } = await account({ firstName: ' Ada ', lastName: '' });
    expect(user).toEqual({
      id: expect.any(String),
      email,
      firstName: 'Ada',
      lastName: null,
      profileImageUrl: null,
      isAdmin: false,
      isLocked: false,
      createdAt: expect.any(Date),
      updatedAt: expect.any(Date),
    });
    expect(await whoIs(sessionToken)).toEqual(user);
  });

  it('ignores case and surrounding spaces of the email', async () => {
    const { email } = await account();
    for (const spelling of [email, email.toUpperCase(), `  ${email}\t`]) {
      const { status, message, headers } = await register({ email: spelling, password: 'another one' });
      expect({ status, message }).toEqual({ status: 409, message: 'An account with this email already exists' });
      expect(sessionFrom(headers)).toBeNull();
    }
    expect((await login({ email: ` ${email.toUpperCase()} `, password })).status).toBe(200);
  });

  it('creates one account for twenty concurrent attempts', async () => {
    const email = newEmail();
    const responses = await Promise.all(Array.from({ length: 20 }, () => register({ email, password })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(await server.deps.db.user.count({ where: { email } })).toBe(1);
  });

  it.each([
    [{ email: '', password }, 'Email is required'],
    [{ email: 'no-address', password }, 'Invalid email format'],
    [{ email: `${'x'.repeat(250)}@example.com`, password }, 'Email is too long'],
    [{ email: 'a@example.com', password: '' }, 'Password is required'],
    [{ email: 'a@example.com', password: '12345' }, 'Password must be at least 6 characters'],
    [{ email: 'a@example.com', password: 'x'.repeat(257) }, 'Password can have at most 256 characters'],
    [{ email: 'a@example.com', password, firstName: 'x'.repeat(101) }, 'Names can have at most 100 characters'],
    [{ email: 'a@example.com', password, firstName: 'A\u0000' }, 'The text contains invalid characters'],
  ])('rejects %j with a message', async (input, words) => {
    const { status, message, error } = await register(input);
    expect({ status, message }).toEqual({ status: 400, message: words });
    expect(Object.values(error?.fieldErrors as object)).toContain(words);
  });

  it('requires longer passwords if configured', async () => {
    const app = await serveApp({ ...server.deps, env: { ...server.deps.env, PASSWORD_MIN_LENGTH: 12 } });
    for (const password of ['abc', 'elevenchars']) {
      const refused = await callHttp(app.address, 'mutation', 'auth.register', { email: newEmail(), password });
      expect(refused).toMatchObject({ status: 400, message: 'Password must be at least 12 characters' });
      const { sessionToken } = await signUp(server.deps);
      const change = { currentPassword: testPassword, newPassword: password };
      const kept = await callHttp(app.address, 'mutation', 'auth.changePassword', change, { sessionToken });
      expect(kept).toMatchObject({ status: 400, message: 'New password must be at least 12 characters' });
      const reset = { token: 'x'.repeat(43), newPassword: password };
      const unset = await callHttp(app.address, 'mutation', 'passwordReset.complete', reset);
      expect(unset).toMatchObject({ status: 400, message: 'New password must be at least 12 characters' });
    }
    expect((await callHttp(app.address, 'query', 'auth.config')).data).toMatchObject({
      passwordMinLength: 12,
      hasPositions: false,
    });
    await app.close();
  });

  it('accepts only the four fields of the request', async () => {
    const id = randomUUID();
    const { user } = await account({
      id,
      isAdmin: true,
      isLocked: true,
      createdAt: new Date(0),
      updatedAt: new Date(0),
      profileImageUrl: 'https://evil.example/x.png',
      role: 'admin',
      sessions: { create: { id: 'mine' } },
    });
    expect(user.id).not.toBe(id);
    expect(user).toMatchObject({ isAdmin: false, isLocked: false, profileImageUrl: null });
    expect(user.createdAt.getTime()).toBeGreaterThan(0);
    const row = await server.deps.db.user.findUniqueOrThrow({ where: { id: user.id }, include: { sessions: true } });
    expect(row).toMatchObject({ isAdmin: false, isLocked: false });
    expect(row.sessions.map((session) => session.id)).not.toContain('mine');
  });

  it('accepts any password of 6 to 256 characters, in any script', async () => {
    const character = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      fc.constantFrom('\u0000', '😀', 'ß', ' '),
    );
    const anyPassword = fc
      .array(character, { minLength: 6, maxLength: 80 })
      .map((parts) => parts.join('').slice(0, 256))
      .filter((text) => text.isWellFormed());
    const samples = [...fc.sample(anyPassword, { numRuns: 6, seed: 7 }), '密'.repeat(256), ' '.repeat(6)];
    for (const sample of samples) {
      const email = newEmail();
      expect({ sample, status: (await register({ email, password: sample })).status }).toEqual({ sample, status: 200 });
      expect((await login({ email, password: sample })).status).toBe(200);
      expect((await login({ email, password: `${sample.slice(0, -1)}\u{1F511}`.slice(0, 256) })).status).toBe(401);
    }
  });
});

describe('signing in', () => {
  it('returns identical responses for an unknown email and a wrong password', async () => {
    const { email } = await account();
    const wrong = await login({ email, password: 'wrong one' });
    const unknown = await login({ email: newEmail(), password: 'wrong one' });
    expect(wrong).toMatchObject({ status: 401, message: 'Invalid email or password' });
    const withoutId = ({ text, headers }: typeof wrong) => text.replace(headers.get('x-request-id') ?? '', '');
    expect(withoutId(unknown)).toBe(withoutId(wrong));
    expect(unknown.status).toBe(wrong.status);
    const names = (of: Headers) => [...of.keys()].sort();
    expect(names(unknown.headers)).toEqual(names(wrong.headers));
  });

  it('starts a new session each time, even if the browser already has one', async () => {
    const { email, sessionToken } = await account();
    const planted = 'a'.repeat(40);
    const second = await login({ email, password }, { cookie: `qinsight_session=${planted}` });
    const third = await login({ email, password }, { cookie: `qinsight_session=${sessionToken}` });
    const ids = [sessionToken, sessionFrom(second.headers), sessionFrom(third.headers)];
    expect(new Set([...ids, planted]).size).toBe(4);
    expect(await whoIs(planted)).toBeNull();
    for (const id of ids) expect(await whoIs(id)).toMatchObject({ email });
  });

  it('reports that an account is locked, but only with the right password', async () => {
    const { email, user } = await account();
    await server.deps.db.user.update({ where: { id: user.id }, data: { isLocked: true } });
    const right = await login({ email, password });
    expect(right).toMatchObject({ status: 403, message: 'Your account is locked. Please contact support.' });
    expect(sessionFrom(right.headers)).toBeNull();
    expect(await login({ email, password: 'wrong one' })).toMatchObject({
      status: 401,
      message: 'Invalid email or password',
    });
  });

  it('allows ten attempts in 15 minutes per account, from any IP address', async () => {
    const { email } = await account();
    for (let n = 0; n < 10; n++) {
      // Without TRUST_PROXY, clients can forge this header.
      const spoofed = {
        'x-forwarded-for': `198.51.100.${n}`,
        'x-real-ip': `198.51.100.${n}`,
        forwarded: `for=198.51.100.${n}`,
      };
      expect(
        (await login({ email: n % 2 ? email : email.toUpperCase(), password: `wrong ${n}` }, spoofed)).status,
      ).toBe(401);
    }
    const refused = await login({ email, password }, { 'x-forwarded-for': '198.51.100.77' });
    expect(refused).toMatchObject({ status: 429, message: 'Too many sign-in attempts. Try again later.' });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(600);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(refused.error).toMatchObject({ retryAfterSeconds: seconds, appCode: 'too_many' });
    // Other accounts are not affected.
    expect((await login({ email: (await account()).email, password })).status).toBe(200);
  });

  it('resets an account’s failed attempts after the right password', async () => {
    const { email } = await account();
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 9; n++) expect((await login({ email, password: 'wrong one' })).status).toBe(401);
      expect((await login({ email, password })).status).toBe(200);
    }
  });

  it('allows fifty attempts per IP address, regardless of forged headers', async () => {
    for (let n = 0; n < 50; n++) await server.deps.rateLimiter.consume('signInByAddress', '127.0.0.1');
    const { status, headers } = await login({ email: newEmail(), password }, { 'x-forwarded-for': '203.0.113.9' });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('behind a proxy, counts the IP address seen by the proxy, not those claimed by the client', async () => {
    const app = await serveApp({ ...server.deps, env: { ...server.deps.env, TRUST_PROXY: 1 } });
    for (let n = 0; n < 50; n++) await server.deps.rateLimiter.consume('signInByAddress', '203.0.113.9');
    const from = (chain: string) => login({ email: newEmail(), password }, { 'x-forwarded-for': chain }, app.address);
    expect((await from('203.0.113.9')).status).toBe(429);
    expect((await from('198.51.100.1, 203.0.113.9')).status).toBe(429);
    expect((await from('203.0.113.9, 198.51.100.1')).status).toBe(401);
    await app.close();
  });

  it('accepts strings only, not database filters', async () => {
    for (const email of [{ contains: '@' }, ['a@example.com'], null, 7, true]) {
      expect((await login({ email, password })).status).toBe(400);
      expect((await login({ email: 'a@example.com', password: email })).status).toBe(400);
    }
  });
});

describe('responses', () => {
  it('never contain a password or its hash', async () => {
    const secret = 'Secret-of-this-test-7';
    const email = newEmail();
    const registered = await register({ email, password: secret });
    const sessionToken = sessionFrom(registered.headers);
    await server.deps.db.user.update({ where: { email }, data: { isAdmin: true } });
    const caller = { sessionToken };
    const responses = [
      registered,
      await register({ email, password: secret }),
      await login({ email, password: secret }),
      await login({ email, password: `${secret}!` }),
      await login({ email: { secret }, password: secret }),
      await callHttp(address, 'query', 'auth.user', undefined, caller),
      await callHttp(address, 'query', 'account.usage', undefined, caller),
      await callHttp(address, 'query', 'admin.userPage', {}, caller),
      await callHttp(address, 'query', 'positions.list', undefined, caller),
    ];
    for (const { text } of responses) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain('$argon2');
      expect(text).not.toMatch(/"password"\s*:/);
      expect(text).not.toContain(sessionToken);
    }
    const { password: stored } = await server.deps.db.user.findUniqueOrThrow({ where: { email } });
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});
