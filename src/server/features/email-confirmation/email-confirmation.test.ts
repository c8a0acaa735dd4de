import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setAdmin } from '~/server/features/admin/admin.service';
import { operator } from '~/server/features/audit/audit.service';
import { createAccount } from '~/server/features/auth/manage-account';
import { createBackground } from '~/server/lib/background';
import { callHttp, sessionFrom } from '~/server/testing/clients/http-client';
import { linkIn, type MailServer, startMailServer, tokenOf } from '~/server/testing/fakes/mail-server';
import {
  callerFor,
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';
import type { CurrentUser } from '~/shared/schemas/auth';
import { dayMs } from '~/shared/utc-day';

const unusable = 'This link has expired or was already used. Sign in and send a new one in Settings.';
const password = 'correct horse';
let mailServer: MailServer;
let server: TestServer;
let address: string;
let admin: TestUser;
beforeAll(async () => {
  mailServer = await startMailServer();
  const env = {
    SMTP_URL: mailServer.url,
    PUBLIC_URL: 'https://insight.example.com',
    SETUP_ADMIN_EMAIL: 'founder@example.com',
    SETUP_TOKEN: 'open sesame',
  };
  server = await startTestServer({ env });
  address = await server.listen();
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});
beforeEach(async () => {
  for (const action of ['registerByAddress', 'confirmLinkByAddress'] as const)
    await server.deps.rateLimiter.reset(action, '127.0.0.1');
});

const call = (path: string, input?: object, sessionToken: string | null = null) =>
  callHttp(address, 'mutation', path, input, { sessionToken });
const confirm = (token: string) => call('emailConfirmation.confirm', { token });
const tokensFor = (email: string) => mailServer.to(email).map((mail) => tokenOf(linkIn(mail)));

async function account(email = `person-${randomUUID()}@example.com`) {
  const { data, headers } = await call('auth.register', { email, password });
  await server.deps.background.settled();
  const sessionToken = sessionFrom(headers);
  const status = async () =>
    (await callHttp(address, 'query', 'emailConfirmation.status', undefined, { sessionToken })).data;
  return { email, id: (data as CurrentUser).id, user: data as CurrentUser, sessionToken, status };
}

describe('the link that confirms an email', () => {
  it('is sent at registration, whose response stays the same, and uses the configured URL', async () => {
    const { email, user, status } = await account();
    expect(Object.keys(user)).not.toContain('emailConfirmedAt');
    expect(mailServer.to(email)).toHaveLength(1);
    const link = new URL(linkIn(mailServer.to(email)[0] as never));
    expect(link.origin + link.pathname + link.search).toBe('https://insight.example.com/confirm-email');
    expect(link.hash).toMatch(/^#token=[\w-]{43}$/);
    expect(await status()).toEqual({ status: 'pending' });
  });

  it('confirms the email once, without a session, and is stored only as a hash', async () => {
    const { email, id, status } = await account();
    const [token = ''] = tokensFor(email);
    const row = await server.deps.db.emailLink.findFirstOrThrow({ where: { userId: id } });
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await confirm(row.tokenHash)).toMatchObject({ status: 400, message: unusable });
    expect((await confirm(token)).data).toEqual({ email, hasOtherSignIn: false });
    expect(await status()).toEqual({ status: 'confirmed' });
    expect(await confirm(token)).toMatchObject({ status: 400, message: unusable });
    expect(await server.deps.db.auditEvent.count({ where: { kind: 'email-confirmed', actorId: id } })).toBe(1);
  });

  it('lets administrators see that the email is confirmed', async () => {
    const { email } = await account();
    const listed = async () => (await admin.call.admin.userPage({ search: email })).items;
    expect(await listed()).toMatchObject([{ email, isEmailConfirmed: false }]);
    await confirm(tokensFor(email)[0] ?? '');
    expect(await listed()).toMatchObject([{ email, isEmailConfirmed: true }]);
  });

  it('says that a provider or a passkey also signs in, which another person may have connected', async () => {
    const { db } = server.deps;
    const [first, second] = [await account(), await account()];
    const provider = { issuer: 'https://id.example.com', subject: 'eve' };
    await db.identity.create({ data: { userId: first.id, ...provider } });
    const passkey = { name: 'Key', credentialId: randomUUID(), publicKey: Buffer.from('b') };
    await db.passkey.create({ data: { userId: second.id, ...passkey } });
    for (const { email } of [first, second])
      expect((await confirm(tokensFor(email)[0] ?? '')).data).toEqual({ email, hasOtherSignIn: true });
  });

  it('is not used up by opening its page, as mail scanners do', async () => {
    const { email, status } = await account();
    const link = linkIn(mailServer.to(email)[0] as never);
    for (const method of ['GET', 'HEAD']) await fetch(`${address}/confirm-email${new URL(link).hash}`, { method });
    const query = encodeURIComponent(JSON.stringify({ json: { token: tokensFor(email)[0] } }));
    expect((await fetch(`${address}/trpc/emailConfirmation.confirm?input=${query}`)).status).toBe(405);
    expect(await status()).toEqual({ status: 'pending' });
  });

  it("expires after a day, and can't be replaced by a password reset link", async () => {
    const { email, id, status } = await account();
    const [token = ''] = tokensFor(email);
    const { db } = server.deps;
    const row = await db.emailLink.findFirstOrThrow({ where: { userId: id } });
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(dayMs);
    await db.emailLink.updateMany({ where: { userId: id }, data: { purpose: 'reset-password' } });
    expect((await confirm(token)).status).toBe(400);
    await db.emailLink.updateMany({
      where: { userId: id },
      data: { purpose: 'confirm-email', expiresAt: new Date(0) },
    });
    expect((await confirm(token)).status).toBe(400);
    expect(await status()).toEqual({ status: 'pending' });
  });

  it('can be sent again a few times an hour; each link works, and using one voids all', async () => {
    const { email, sessionToken } = await account();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await call('emailConfirmation.resend', undefined, sessionToken)).status);
    await server.deps.background.settled();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const tokens = tokensFor(email);
    expect(tokens).toHaveLength(6);
    const responses = await Promise.all(tokens.map(confirm));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(5);
  });

  it('counts as sent again only if the mail server took it', async () => {
    const { user, sessionToken, call: asUser } = await signUp(server.deps);
    const background = createBackground(server.deps.logger);
    const { emailConfirmation } = callerFor({ ...server.deps, background }, sessionToken);
    mailServer.reject(10);
    for (let n = 0; n < 5; n++) await emailConfirmation.resend();
    // Retries don't wait any more.
    await background.close();
    mailServer.reject(0);
    expect(mailServer.to(user.email)).toEqual([]);
    await asUser.emailConfirmation.resend();
    await server.deps.background.settled();
    expect(mailServer.to(user.email)).toHaveLength(1);
  });

  it('is not sent to a confirmed account', async () => {
    const { email, sessionToken } = await account();
    await confirm(tokensFor(email)[0] ?? '');
    expect((await call('emailConfirmation.resend', undefined, sessionToken)).data).toEqual({ status: 'confirmed' });
    await server.deps.background.settled();
    expect(mailServer.to(email)).toHaveLength(1);
  });

  it('is protected against guessing', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => confirm(randomUUID())));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

describe('an unconfirmed account', () => {
  it('can use the product, and can become an administrator only once it is confirmed', async () => {
    const { email, id, sessionToken } = await account();
    expect((await call('conversations.create', {}, sessionToken)).status).toBe(200);
    const promote = () =>
      call('admin.setAdmin', { userId: id, isAdmin: true, password: testPassword }, admin.sessionToken);
    expect(await promote()).toMatchObject({ status: 409, message: expect.stringContaining('is not confirmed yet') });
    expect((await server.deps.db.user.findUniqueOrThrow({ where: { id } })).isAdmin).toBe(false);
    await confirm(tokensFor(email)[0] ?? '');
    expect((await promote()).status).toBe(200);
  });

  it('can join a group only once it is confirmed', async () => {
    const { email, id } = await account();
    const group = await admin.call.groups.create({ name: `Group ${randomUUID()}` });
    const add = () => call('groups.addMember', { groupId: group.id, userId: id }, admin.sessionToken);
    const message = `${email} is not confirmed yet. Confirm the email address before the account joins a group.`;
    expect(await add()).toMatchObject({ status: 409, message });
    expect(await server.deps.db.groupMember.count({ where: { userId: id } })).toBe(0);
    await confirm(tokensFor(email)[0] ?? '');
    expect((await add()).status).toBe(200);
  });

  it("can't use the setup page until it is confirmed", async () => {
    const { email, sessionToken } = await account('founder@example.com');
    const run = () => call('setup.run', { seedPositions: false, token: 'open sesame' }, sessionToken);
    expect(await run()).toMatchObject({ status: 409, message: expect.stringContaining('is not confirmed yet') });
    await confirm(tokensFor(email)[0] ?? '');
    expect(await run()).toMatchObject({ status: 200 });
  });

  it('can be promoted by an operator only with force', async () => {
    const { id } = await account();
    const asked = { userId: id, isAdmin: true };
    await expect(setAdmin(server.deps, operator, asked)).rejects.toThrow('is not confirmed yet');
    await setAdmin(server.deps, operator, { ...asked, isForced: true });
    // A former administrator keeps the rights, and they can be granted again.
    await setAdmin(server.deps, operator, asked);
  });

  it('is confirmed by a password reset, and when an operator creates it', async () => {
    const { email, status } = await account();
    await call('passwordReset.request', { email });
    await server.deps.background.settled();
    await call('passwordReset.complete', { token: tokensFor(email).at(-1), newPassword: 'battery staple' });
    expect((await server.deps.db.user.findUniqueOrThrow({ where: { email } })).emailConfirmedAt).not.toBeNull();
    expect(await status()).toBeUndefined();
    const created = await createAccount(server.deps, operator, { email: `o-${randomUUID()}@example.com`, password });
    await setAdmin(server.deps, operator, { userId: created.id, isAdmin: true });
  });
});

describe('without a mail server', () => {
  it('no confirmation is required and nothing is sent', async () => {
    const plain = await startTestServer();
    const { user, call: asUser } = await signUp(plain.deps);
    expect(await asUser.emailConfirmation.status()).toEqual({ status: 'not-needed' });
    expect(await asUser.emailConfirmation.resend()).toEqual({ status: 'not-needed' });
    const boss = await signUp(plain.deps, { isAdmin: true });
    await boss.call.admin.setAdmin({ userId: user.id, isAdmin: true, password: testPassword });
    expect(await plain.deps.db.emailLink.count()).toBe(0);
    await plain.close();
  });
});
