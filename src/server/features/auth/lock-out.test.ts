/** A stranger who knows an email can neither guess its password quickly nor keep its owner from signing in. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOf, callHttp, serveApp } from '~/server/testing/clients/http-client';
import { startTestServer, type TestServer } from '~/server/testing/worlds/test-server';

const password = 'correct horse';
let server: TestServer;
let behindProxy: Awaited<ReturnType<typeof serveApp>>;
beforeAll(async () => {
  server = await startTestServer();
  behindProxy = await serveApp({ ...server.deps, env: { ...server.deps.env, TRUST_PROXY: 1 } });
});
afterAll(async () => {
  await behindProxy.close();
  await server.close();
});

let addresses = 0;
const newAddress = () => `198.51.${Math.floor(addresses++ / 250)}.${(addresses % 250) + 1}`;
/** A request from an IP address, with the browser's cookies if it has any. */
const post = (path: string, input: object, from: string, cookie = '') =>
  callHttp(behindProxy.address, 'mutation', path, input, {
    headers: { 'x-forwarded-for': from, ...(cookie && { cookie }) },
  });
const login = (email: string, word: string, from: string, cookie = '') =>
  post('auth.login', { email, password: word }, from, cookie);

/** Creates an account, and returns the cookie that its browser keeps after signing out. */
async function account(cookie = '') {
  const email = `person-${randomUUID()}@example.com`;
  const { status, headers } = await post('auth.register', { email, password }, newAddress(), cookie);
  expect(status).toBe(200);
  return { email, browser: browserOf(headers) };
}
async function guess(email: string, times: number, from: string, cookie = ''): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await login(email, `wrong ${n}`, from, cookie)).status);
  return statuses;
}
const attackFromEverywhere = async (email: string) => {
  for (let n = 0; n < 120; n++) await server.deps.rateLimiter.consume('signInByAccount', email).catch(() => {});
};

describe('a stranger who guesses', () => {
  it('gets ten attempts from one IP address, without affecting the owner elsewhere', async () => {
    const { email } = await account();
    const [stranger, home] = [newAddress(), newAddress()];
    expect(await guess(email, 12, stranger)).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await login(email, password, stranger)).status).toBe(429);
    expect((await login(email, password, home)).status).toBe(200);
  });

  it('gets a hundred attempts an hour from all IP addresses together', async () => {
    const { email } = await account();
    const statuses = (await Promise.all(Array.from({ length: 11 }, () => guess(email, 10, newAddress())))).flat();
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = await login(email, password, newAddress());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1800);
  });

  it("can't lock out a browser that has signed in before, not even from the same IP address", async () => {
    const { email, browser } = await account();
    const shared = newAddress();
    await guess(email, 12, shared);
    for (let n = 0; n < 60; n++) await server.deps.rateLimiter.consume('signInByAddress', shared).catch(() => {});
    await attackFromEverywhere(email);
    expect((await login(email, password, shared)).status).toBe(429);
    expect((await login(email, password, shared, browser)).status).toBe(200);
    expect((await login(email, password, newAddress(), browser)).status).toBe(200);
  });

  it("doesn't affect the owner, whose successful sign-ins don't count", async () => {
    const { email } = await account();
    for (let n = 0; n < 99; n++) await server.deps.rateLimiter.consume('signInByAccount', email);
    for (let n = 0; n < 3; n++) expect((await login(email, password, newAddress())).status).toBe(200);
  });
});

describe('the cookie of a known browser', () => {
  it("can't be read by scripts, is bound to the host over https, and survives signing out", async () => {
    const email = `person-${randomUUID()}@example.com`;
    const secure = await serveApp({ ...server.deps, env: { ...server.deps.env, isHttps: true } });
    const { headers } = await callHttp(secure.address, 'mutation', 'auth.register', { email, password });
    await secure.close();
    const line = headers.getSetCookie().find((cookie) => cookie.includes('browser='));
    expect(line).toMatch(
      /^__Host-qinsight_browser=[\w-]{22}\.[\w-]{43}; HttpOnly; Max-Age=34560000; Path=\/; SameSite=Lax; Secure$/,
    );
    const signedOut = await post('auth.logout', {}, newAddress());
    expect(signedOut.headers.getSetCookie().join()).not.toContain('browser=');
  });

  it('is not a session, and has its own ten attempts', async () => {
    const { email, browser } = await account();
    const { data } = await callHttp(behindProxy.address, 'query', 'auth.user', undefined, {
      headers: { cookie: browser },
    });
    expect(data).toBeNull();
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push(...(await guess(email, 1, newAddress(), browser)));
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    // The owner's other browsers are not affected.
    expect((await login(email, password, newAddress())).status).toBe(200);
  });

  it('counts only for the accounts that signed in with it', async () => {
    const first = await account();
    const second = await account(first.browser);
    const stranger = await account();
    for (const { email } of [first, second, stranger]) await attackFromEverywhere(email);
    expect((await login(first.email, password, newAddress(), second.browser)).status).toBe(200);
    expect((await login(second.email, password, newAddress(), second.browser)).status).toBe(200);
    expect((await login(stranger.email, password, newAddress(), second.browser)).status).toBe(429);
  });

  it.each([
    ['another id', (value: string) => `${'A'.repeat(22)}${value.slice(22)}`],
    ['another MAC', (value: string) => `${value.slice(0, 23)}${'A'.repeat(43)}`],
    ['no MAC', (value: string) => value.slice(0, 22)],
    ['a long tail', (value: string) => `${value}${'.A'.repeat(5000)}`.slice(0, 9000)],
    ['nothing', () => ''],
  ])('with %s does not make a known browser', async (_, forge) => {
    const { email, browser } = await account();
    await attackFromEverywhere(email);
    const [name, value = ''] = browser.split('=');
    expect((await login(email, password, newAddress(), `${name}=${forge(value)}`)).status).toBe(429);
  });

  it('is void after a password change elsewhere, and renewed in the browser that made the change', async () => {
    const { email, browser } = await account();
    const signedIn = await login(email, password, newAddress());
    const session = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0];
    const input = { currentPassword: password, newPassword: 'battery staple' };
    const changed = await post(
      'auth.changePassword',
      input,
      newAddress(),
      `${session}; ${browserOf(signedIn.headers)}`,
    );
    expect(changed.status).toBe(200);
    await attackFromEverywhere(email);
    expect((await login(email, 'battery staple', newAddress(), browser)).status).toBe(429);
    expect((await login(email, 'battery staple', newAddress(), browserOf(changed.headers))).status).toBe(200);
  });
});
