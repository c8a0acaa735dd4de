import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserOf, callHttp, sessionFrom } from '~/server/testing/clients/http-client';
import { openedSocket } from '~/server/testing/clients/socket-client';
import { linkIn, type MailServer, startMailServer, tokenOf } from '~/server/testing/fakes/mail-server';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { CurrentUser } from '~/shared/schemas/auth';
import { requestReset } from './password-reset.service';

const unusable = 'This link has expired or was already used. Request a new one.';
const password = 'correct horse';
let mailServer: MailServer;
let server: TestServer;
let address: string;
let admin: TestUser;

beforeAll(async () => {
  mailServer = await startMailServer();
  const env = { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://insight.example.com', MAIL_FROM: 'post@example.com' };
  server = await startTestServer({ env });
  address = await server.listen();
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});
// All tests use one IP address; its limits have a separate test.
beforeEach(async () => {
  for (const action of ['registerByAddress', 'resetByAddress', 'resetLinkByAddress', 'signInByAddress'] as const)
    await server.deps.rateLimiter.reset(action, '127.0.0.1');
});

const call = (path: string, input: object, headers = {}) => callHttp(address, 'mutation', path, input, { headers });
const complete = (token: string, newPassword = 'battery staple') =>
  call('passwordReset.complete', { token, newPassword });
const login = (email: string, word: string) => call('auth.login', { email, password: word });
const whoIs = async (sessionToken: string | null) =>
  (await callHttp(address, 'query', 'auth.user', undefined, { sessionToken })).data as CurrentUser | null;

async function account() {
  const email = `person-${randomUUID()}@example.com`;
  const { headers, data } = await call('auth.register', { email, password });
  await server.deps.background.settled();
  return { email, id: (data as CurrentUser).id, sessionToken: sessionFrom(headers) as string };
}
/** Registration sends an email too, to confirm the email. */
const resetsTo = (email: string) =>
  mailServer.to(email).filter(({ headers }) => headers.subject?.startsWith('Reset your'));
/** Requests a link and reads it from the received email. */
async function linkFor(email: string): Promise<string> {
  expect((await call('passwordReset.request', { email })).status).toBe(200);
  await server.deps.background.settled();
  const mail = resetsTo(email.trim().toLowerCase()).at(-1);
  if (!mail) throw new Error('no mail came');
  return linkIn(mail);
}

describe('the link', { tags: 'once' }, () => {
  it('is sent by email, with its token where no server and no other site sees it', async () => {
    const { email } = await account();
    const link = new URL(await linkFor(email));
    expect(link.origin + link.pathname + link.search).toBe('https://insight.example.com/reset-password');
    expect(link.hash).toMatch(/^#token=[\w-]{43}$/);
    const mail = resetsTo(email)[0];
    expect(mail?.headers.subject).toBe('Reset your qInsight password');
    expect(mail?.text).toContain('30 minutes');
    expect(mail?.html).toContain(link.href);
    expect(mail?.from).toBe('post@example.com');
  });

  it('uses the configured URL, whatever host the request names', async () => {
    const { email } = await account();
    await call('passwordReset.request', { email }, { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' });
    await server.deps.background.settled();
    expect(linkIn(resetsTo(email)[0] as never)).toMatch(/^https:\/\/insight\.example\.com\//);
  });

  it('is not stored in the database, and the stored value does not work as a token', async () => {
    const { email, id } = await account();
    const token = tokenOf(await linkFor(email));
    const row = await server.deps.db.emailLink.findFirstOrThrow({ where: { userId: id, purpose: 'reset-password' } });
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await complete(row.tokenHash)).toMatchObject({ status: 400, message: unusable });
  });

  it("is sent regardless of the email's case and spaces", async () => {
    const { email } = await account();
    expect(await linkFor(`  ${email.toUpperCase()} `)).toContain('#token=');
  });

  it("returns the account's email without being used up", async () => {
    const { email } = await account();
    const token = tokenOf(await linkFor(email));
    for (let n = 0; n < 2; n++) expect((await call('passwordReset.open', { token })).data).toEqual({ email });
    expect((await complete(token)).status).toBe(200);
    expect(await call('passwordReset.open', { token })).toMatchObject({ status: 400, message: unusable });
  });
});

describe('a new password by link', () => {
  it('is the only one that works, and ends every session with its sockets', async () => {
    const { email, sessionToken } = await account();
    const second = sessionFrom((await login(email, password)).headers);
    const socket = await openedSocket(address, { sessionToken, origin: 'https://insight.example.com' });
    const response = await complete(tokenOf(await linkFor(email)));
    expect(response).toMatchObject({
      status: 200,
      data: { message: 'Your password has been changed. Sign in with the new one.' },
    });
    // The link signs no one in; that requires the new password.
    expect(sessionFrom(response.headers)).toBeNull();
    expect(await socket.closed).toBe(4401);
    for (const ended of [sessionToken, second]) expect(await whoIs(ended)).toBeNull();
    expect((await login(email, password)).status).toBe(401);
    expect((await login(email, 'battery staple')).status).toBe(200);
  });

  it('does not affect other accounts', async () => {
    const [ada, grace] = [await account(), await account()];
    const theirs = tokenOf(await linkFor(grace.email));
    await complete(tokenOf(await linkFor(ada.email)));
    expect(await whoIs(grace.sessionToken)).toMatchObject({ email: grace.email });
    expect((await login(grace.email, password)).status).toBe(200);
    expect((await call('passwordReset.open', { token: theirs })).data).toEqual({ email: grace.email });
  });

  it('works once, even for twenty concurrent uses', async () => {
    const { email } = await account();
    const token = tokenOf(await linkFor(email));
    const tries = Array.from({ length: 20 }, (_, n) => `password number ${n}`);
    const responses = await Promise.all(tries.map((word) => complete(token, word)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, message } of responses) if (status !== 200) expect(message).toBe(unusable);
    const winner = tries[responses.findIndex(({ status }) => status === 200)] as string;
    expect((await login(email, winner)).status).toBe(200);
  });

  it('expires after half an hour', async () => {
    const { email, id } = await account();
    const token = tokenOf(await linkFor(email));
    const row = await server.deps.db.emailLink.findFirstOrThrow({ where: { userId: id, purpose: 'reset-password' } });
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBeGreaterThan(29 * 60_000);
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBeLessThanOrEqual(30 * 60_000 + 1000);
    await server.deps.db.emailLink.updateMany({
      where: { userId: id, purpose: 'reset-password' },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    for (const path of ['passwordReset.open', 'passwordReset.complete'])
      expect(await call(path, { token, newPassword: 'battery staple' })).toMatchObject({
        status: 400,
        message: unusable,
      });
    expect((await login(email, password)).status).toBe(200);
  });

  it('works with an earlier link after a newer one was requested, and with no other link afterwards', async () => {
    const { email } = await account();
    const tokens = [tokenOf(await linkFor(email)), tokenOf(await linkFor(email)), tokenOf(await linkFor(email))];
    expect(new Set(tokens).size).toBe(3);
    const [first = '', ...others] = tokens;
    expect((await complete(first)).status).toBe(200);
    for (const token of others) expect(await complete(token)).toMatchObject({ status: 400, message: unusable });
  });

  it('is set once if different links of one account are used concurrently', async () => {
    const { email } = await account();
    const tokens: string[] = [];
    for (let n = 0; n < 5; n++) tokens.push(tokenOf(await linkFor(email)));
    const responses = await Promise.all(tokens.map((token, n) => complete(token, `password number ${n}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    const winner = responses.findIndex(({ status }) => status === 200);
    expect((await login(email, `password number ${winner}`)).status).toBe(200);
  });

  it("can't be set with a link from before the password was changed", async () => {
    const { email, sessionToken } = await account();
    const token = tokenOf(await linkFor(email));
    const input = { currentPassword: password, newPassword: 'another horse' };
    await callHttp(address, 'mutation', 'auth.changePassword', input, { sessionToken });
    expect(await complete(token)).toMatchObject({ status: 400, message: unusable });
    expect((await login(email, 'another horse')).status).toBe(200);
  });

  it.each([
    ['short', 'New password must be at least 6 characters'],
    ['', 'New password must be at least 6 characters'],
    ['x'.repeat(257), 'New password can have at most 256 characters'],
  ])('keeps the link if the password is not acceptable: %j', async (word, words) => {
    const { email } = await account();
    const token = tokenOf(await linkFor(email));
    expect(await complete(token, word)).toMatchObject({ status: 400, message: words });
    expect((await complete(token)).status).toBe(200);
  });

  it('returns the same error for everything that is not a token', async () => {
    for (const token of ['', 'x', 'a'.repeat(43), "' OR 1=1 --", '\u0000', '\ud800'])
      expect({ token, ...(await complete(token)) }).toMatchObject({ token, status: 400, message: unusable });
  });

  it('resets sign-in attempts that are used up', async () => {
    const { email } = await account();
    for (let n = 0; n < 10; n++) await login(email, 'wrong');
    expect((await login(email, password)).status).toBe(429);
    await complete(tokenOf(await linkFor(email)));
    expect((await login(email, 'battery staple')).status).toBe(200);
  });
});

describe('a locked account', { tags: 'once' }, () => {
  it('gets no link, and the same response as any account', async () => {
    const { email, id } = await account();
    await admin.call.admin.lock({ userId: id, isLocked: true });
    const response = await call('passwordReset.request', { email });
    await server.deps.background.settled();
    expect(response.status).toBe(200);
    expect(resetsTo(email)).toEqual([]);
  });

  it('is not opened by an earlier link', async () => {
    const { email, id } = await account();
    const token = tokenOf(await linkFor(email));
    await admin.call.admin.lock({ userId: id, isLocked: true });
    for (const path of ['passwordReset.open', 'passwordReset.complete'])
      expect(await call(path, { token, newPassword: 'battery staple' })).toMatchObject({
        status: 400,
        message: unusable,
      });
    const { password: hash } = await server.deps.db.user.findUniqueOrThrow({ where: { id } });
    await admin.call.admin.lock({ userId: id, isLocked: false });
    expect((await server.deps.db.user.findUniqueOrThrow({ where: { id } })).password).toBe(hash);
  });
});

describe('a stranger who requests links for an account', { tags: 'once' }, () => {
  const from = (ip: string) => ({ ip, device: '', requestId: 'r' });

  it('can neither disable the owner’s link nor use up their requests, and triggers at most five emails', async () => {
    const { email, id } = await account();
    const token = tokenOf(await linkFor(email));
    for (let n = 0; n < 50; n++) {
      await requestReset(server.deps, email, from(`198.51.100.${n}`));
      await server.deps.background.settled();
    }
    expect(resetsTo(email)).toHaveLength(5);
    // The owner's own request still succeeds, and every link that was sent is valid.
    expect((await call('passwordReset.request', { email })).status).toBe(200);
    await server.deps.background.settled();
    for (const mail of resetsTo(email))
      expect((await call('passwordReset.open', { token: tokenOf(linkIn(mail)) })).data).toEqual({ email });
    expect((await complete(token)).status).toBe(200);
    // Using a link deletes all of them, so a new one is sent at once.
    await linkFor(email);
    expect(resetsTo(email)).toHaveLength(6);
    expect(await server.deps.db.emailLink.count({ where: { userId: id, purpose: 'reset-password' } })).toBe(1);
  });

  it("can't lock the browser of the reset out", async () => {
    const { email } = await account();
    const { headers } = await complete(tokenOf(await linkFor(email)));
    for (let n = 0; n < 200; n++) await server.deps.rateLimiter.consume('signInByAccount', email).catch(() => {});
    expect((await login(email, 'battery staple')).status).toBe(429);
    const signedIn = await call('auth.login', { email, password: 'battery staple' }, { cookie: browserOf(headers) });
    expect(signedIn.status).toBe(200);
  });
});

describe('too many requests', { tags: 'once' }, () => {
  it('are limited to five for one email, whether it has an account or not', async () => {
    for (const email of [(await account()).email, `nobody-${randomUUID()}@example.com`]) {
      for (let n = 0; n < 5; n++) expect((await call('passwordReset.request', { email })).status).toBe(200);
      const response = await call('passwordReset.request', { email });
      expect(response).toMatchObject({ status: 429, message: expect.stringContaining('Too many requests for a link') });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await server.deps.background.settled();
  });

  it('are limited to twenty from one IP address', async () => {
    const ask = () => call('passwordReset.request', { email: `nobody-${randomUUID()}@example.com` });
    const statuses = (await Promise.all(Array.from({ length: 25 }, ask))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    await server.deps.background.settled();
  });

  it('are limited for guessing tokens', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => complete(randomUUID())));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

describe('the email', { tags: ['thorough', 'once'] }, () => {
  it('is retried if the mail server is busy, without delaying requests', async () => {
    const { email } = await account();
    mailServer.reject(1);
    const response = await call('passwordReset.request', { email });
    expect(response.status).toBe(200);
    expect(resetsTo(email)).toEqual([]);
    await server.deps.background.settled();
    expect(resetsTo(email)).toHaveLength(1);
  });

  it('is recorded in the audit log, as is the new password', async () => {
    const { email, id } = await account();
    await complete(tokenOf(await linkFor(email)));
    const { items } = await admin.call.audit.list({ person: email });
    const entries = items.filter(({ kind }) => kind.startsWith('password'));
    expect(entries).toMatchObject([
      { kind: 'password-reset', actor: email, actorId: id },
      { kind: 'password-reset-requested', actor: null, subject: email, subjectId: id },
    ]);
  });
});
