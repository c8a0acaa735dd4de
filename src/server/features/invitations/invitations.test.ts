import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '~/server/deps';
import { housekeepingJob } from '~/server/features/housekeeping/housekeeping.job';
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
import type { SignUpMode } from '~/shared/sign-up-modes';
import { dayMs } from '~/shared/utc-day';
import { requestAccess } from './request-access';

const unusable = 'This link has expired or was already used. Ask for a new one.';
const password = 'battery staple';
let mailServer: MailServer;
let server: TestServer;
let address: string;
let admin: TestUser;

beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({
    env: { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://insight.example.com', SIGN_UP_DOMAINS: 'example.com' },
  });
  address = await server.listen();
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});
beforeEach(async () => {
  mode('invitation');
  for (const action of ['invitationLinkByAddress', 'accessRequestByAddress', 'registerByAddress'] as const)
    await server.deps.rateLimiter.reset(action, '127.0.0.1');
});

const mode = (SIGN_UP: SignUpMode) => Object.assign(server.deps.env, { SIGN_UP });
const call = (path: string, input: object, sessionToken?: string) =>
  callHttp(address, 'mutation', path, input, sessionToken ? { sessionToken } : {});
const newEmail = () => `person-${randomUUID()}@example.com`;
const accept = (token: string) => call('invitations.accept', { token, password, firstName: 'Grace' });
const open = (token: string) => call('invitations.open', { token });
const auditOf = async (
  kind: 'invitation-created' | 'invitation-accepted' | 'invitation-revoked' | 'access-requested',
) => (await admin.call.audit.list({ kind })).items[0];

async function invite(options: { email?: string; isAdmin?: boolean; by?: TestUser } = {}) {
  const { email = newEmail(), isAdmin = false, by = admin } = options;
  const created = await by.call.invitations.create({ email, isAdmin, ...(isAdmin && { password: testPassword }) });
  return { ...created, token: tokenOf(created.url) };
}
const stateOf = async (id: string) => (await admin.call.invitations.list({})).items.find((row) => row.id === id)?.state;

describe('who can sign up', () => {
  it.each([
    ['closed', 'Sign-up is closed. Ask an administrator of this service for an account.'],
    ['invitation', 'Sign-up is by invitation only. Ask an administrator of this service for an invitation.'],
    ['domain', 'Sign-up needs a link that is sent to your email address. Request it on the sign-up page.'],
    ['waitlist', 'Sign-up is by waitlist. Leave your email address on the sign-up page.'],
  ] as const)('rejects registration while sign-up is %s, on the page and over REST', async (signUpMode, words) => {
    mode(signUpMode);
    const email = newEmail();
    expect(await call('auth.register', { email, password })).toMatchObject({ status: 403, message: words });
    const rest = await fetch(`${address}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect({ status: rest.status, body: await rest.json() }).toMatchObject({ status: 403, body: { message: words } });
    expect(await server.deps.db.user.count({ where: { email } })).toBe(0);
    const { data } = await callHttp(address, 'query', 'auth.config');
    const signUpDomains = signUpMode === 'domain' ? ['example.com'] : [];
    expect(data).toMatchObject({ signUp: signUpMode, signUpDomains });
  });

  it('is open to everyone while it is open', async () => {
    mode('open');
    expect((await call('auth.register', { email: newEmail(), password })).status).toBe(200);
    expect((await callHttp(address, 'query', 'auth.config')).data).toMatchObject({ signUp: 'open' });
  });

  it.each(['open', 'invitation', 'closed'] as const)('accepts no requests while sign-up is %s', async (signUpMode) => {
    mode(signUpMode);
    const email = newEmail();
    expect(await call('invitations.request', { email })).toMatchObject({ status: 403 });
    expect(await server.deps.db.invitation.count({ where: { email } })).toBe(0);
  });
});

describe('an invitation', () => {
  it('creates an account with its email and role, signs in, and is recorded', async () => {
    const { token, email, id, isSent } = await invite();
    expect(isSent).toBe(true);
    expect(await auditOf('invitation-created')).toMatchObject({ actor: admin.user.email, subject: email });
    for (let n = 0; n < 2; n++) expect((await open(token)).data).toEqual({ email, isAdmin: false });
    const { status, headers, data } = await accept(token);
    expect({ status, data }).toMatchObject({ status: 200, data: { email, isAdmin: false, firstName: 'Grace' } });
    const whoIs = await callHttp(address, 'query', 'auth.user', undefined, { sessionToken: sessionFrom(headers) });
    expect((whoIs.data as CurrentUser).email).toBe(email);
    expect(await stateOf(id)).toBe('accepted');
    expect(await auditOf('invitation-accepted')).toMatchObject({ actor: email, details: { isInvited: true } });
    expect((await call('auth.login', { email, password })).status).toBe(200);
  });

  it('is sent by email from the configured address, and its token is not stored anywhere', async () => {
    const { token, email, id } = await invite();
    await server.deps.background.settled();
    const mail = mailServer.to(email)[0];
    expect(mail && linkIn(mail)).toBe(`https://insight.example.com/invitation#token=${token}`);
    expect(mail?.text).toContain(admin.user.email);
    const row = await server.deps.db.invitation.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await accept(row.tokenHash as string)).toMatchObject({ status: 400, message: unusable });
    expect(JSON.stringify(await admin.call.invitations.list({}))).not.toContain(token);
  });

  it('ignores email and role in the request', async () => {
    const { token, email } = await invite();
    const forged = { token, password, email: 'other@example.com', isAdmin: true };
    expect((await call('invitations.accept', forged)).data).toMatchObject({ email, isAdmin: false });
  });

  it('works once, even for two concurrent uses', async () => {
    const { token, email } = await invite();
    const results = await Promise.all([accept(token), accept(token), accept(token)]);
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, message } of results.filter((result) => result.status !== 200))
      expect({ status, message }).toEqual({ status: 400, message: unusable });
    expect(await server.deps.db.user.count({ where: { email } })).toBe(1);
  });

  it('returns the same error if it is used, expired, revoked, replaced or made up', async () => {
    const used = await invite();
    await accept(used.token);
    const expired = await invite();
    await server.deps.db.invitation.update({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });
    const revoked = await invite();
    await admin.call.invitations.revoke({ id: revoked.id });
    expect(await auditOf('invitation-revoked')).toMatchObject({ subject: revoked.email });
    const replaced = await invite();
    await invite({ email: replaced.email });
    expect(await stateOf(expired.id)).toBe('expired');
    for (const invitation of [revoked, replaced]) expect(await stateOf(invitation.id)).toBe('revoked');
    for (const token of [used, expired, revoked, replaced]
      .map((invitation) => invitation.token)
      .concat('x'.repeat(43))) {
      for (const response of [await open(token), await accept(token)])
        expect(response).toMatchObject({ status: 400, message: unusable });
    }
  });

  it('becomes invalid when the administrator who created it loses their rights', async () => {
    const former = await signUp(server.deps, { isAdmin: true });
    const invited = await invite({ by: former, isAdmin: true });
    await admin.call.admin.setAdmin({ userId: former.user.id, isAdmin: false, password: testPassword });
    expect(await accept(invited.token)).toMatchObject({ status: 400, message: unusable });
    expect(await stateOf(invited.id)).toBe('revoked');
    const locked = await signUp(server.deps, { isAdmin: true });
    const second = await invite({ by: locked });
    await admin.call.admin.lock({ userId: locked.user.id, isLocked: true });
    expect(await accept(second.token)).toMatchObject({ status: 400, message: unusable });
    await admin.call.admin.delete({ userId: locked.user.id });
    expect(await accept(second.token)).toMatchObject({ status: 400, message: unusable });
    expect(await stateOf(second.id)).toBeUndefined();
  });

  it("grants admin rights only with the administrator's password", async () => {
    const email = newEmail();
    for (const input of [{}, { password: 'wrong' }])
      await expect(admin.call.invitations.create({ email, isAdmin: true, ...input })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    const { token } = await invite({ email, isAdmin: true });
    expect((await open(token)).data).toEqual({ email, isAdmin: true });
    expect((await accept(token)).data).toMatchObject({ email, isAdmin: true });
  });

  it('returns whether a second factor must be set up first', async () => {
    const { token } = await invite({ isAdmin: true });
    Object.assign(server.deps.env, { REQUIRE_SECOND_FACTOR: 'administrators' });
    const response = await accept(token);
    Object.assign(server.deps.env, { REQUIRE_SECOND_FACTOR: 'nobody' });
    expect(response).toMatchObject({ status: 200, data: { mustSetUpSecondFactor: true } });
  });

  it('is rejected for an email that has an account, at creation and later', async () => {
    const taken = { code: 'CONFLICT', message: 'An account with this email already exists' };
    await expect(admin.call.invitations.create({ email: admin.user.email })).rejects.toMatchObject(taken);
    const { token, email } = await invite();
    await signUp(server.deps, { email });
    expect(await accept(token)).toMatchObject({ status: 409, message: taken.message });
  });

  it('requires an acceptable password, and stays usable after a bad one', async () => {
    const { token } = await invite();
    for (const bad of ['short', 'password123'])
      expect((await call('invitations.accept', { token, password: bad })).status).toBe(400);
    expect((await accept(token)).status).toBe(200);
  });

  it('works while sign-up is open or by waitlist, but not while it is closed or passwords are off', async () => {
    const { token } = await invite();
    mode('closed');
    expect(await accept(token)).toMatchObject({ status: 403, message: expect.stringContaining('Sign-up is closed') });
    await expect(invite()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    mode('open');
    Object.assign(server.deps.env, { PASSWORD_SIGN_IN: false });
    expect((await accept(token)).status).toBe(403);
    Object.assign(server.deps.env, { PASSWORD_SIGN_IN: true });
    expect((await accept(token)).status).toBe(200);
  });

  it('is protected against guessing', async () => {
    const guesses = await Promise.all(Array.from({ length: 40 }, () => open('x'.repeat(43))));
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10);
    const { token } = await invite();
    expect((await accept(token)).status).toBe(429);
  });

  it('is deleted with the account that created it', async () => {
    const { token, email, id } = await invite();
    const { data } = await accept(token);
    await admin.call.admin.delete({ userId: (data as CurrentUser).id });
    expect(await server.deps.db.invitation.count({ where: { OR: [{ id }, { email }] } })).toBe(0);
  });
});

describe('without a mail server', () => {
  it('the link is shown to the administrator, and nothing is sent', async () => {
    const { SMTP_URL } = server.deps.env;
    Object.assign(server.deps.env, { SMTP_URL: undefined });
    const { email, token, isSent } = await invite();
    await server.deps.background.settled();
    Object.assign(server.deps.env, { SMTP_URL });
    expect(isSent).toBe(false);
    expect(mailServer.to(email)).toEqual([]);
    expect((await accept(token)).status).toBe(200);
  });
});

describe('the waitlist', () => {
  beforeEach(() => mode('waitlist'));

  it('accepts each email once, with the same response for one that waits or has an account', async () => {
    const email = newEmail();
    const responses = await Promise.all(
      [email, ` ${email.toUpperCase()} `, admin.user.email].map((address) =>
        call('invitations.request', { email: address }),
      ),
    );
    for (const { status, data } of responses)
      expect({ status, data }).toEqual({ status: 200, data: responses[0]?.data });
    expect(await server.deps.db.invitation.count({ where: { email } })).toBe(1);
    expect(await auditOf('access-requested')).toMatchObject({ actor: null });
  });

  it('entry ends with an invitation, or with its removal', async () => {
    const [chosen, unwanted] = [newEmail(), newEmail()];
    for (const email of [chosen, unwanted]) await call('invitations.request', { email });
    const waiting = (await admin.call.invitations.list({})).items.filter(({ state }) => state === 'waiting');
    const find = (email: string) => waiting.find((row) => row.email === email);
    expect(find(chosen)).toMatchObject({ invitedBy: null, expiresAt: null, isAdmin: false });
    const { token } = await invite({ email: chosen });
    expect(await stateOf(find(chosen)?.id ?? '')).toBeUndefined();
    expect((await accept(token)).status).toBe(200);
    const id = find(unwanted)?.id ?? '';
    expect(await admin.call.invitations.revoke({ id })).toEqual({
      message: `${unwanted} was removed from the waitlist.`,
    });
    expect(await stateOf(id)).toBeUndefined();
    await expect(admin.call.invitations.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keeps an email for a year', async () => {
    const [kept, old] = [newEmail(), newEmail()];
    for (const email of [kept, old]) await call('invitations.request', { email });
    const ago = (days: number) => new Date(Date.now() + 365 * dayMs - days * dayMs);
    const { db } = server.deps;
    await db.invitation.updateMany({ where: { email: kept }, data: { expiresAt: ago(364) } });
    await db.invitation.updateMany({ where: { email: old }, data: { expiresAt: ago(366) } });
    const { id } = await invite();
    await db.invitation.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 29 * dayMs) } });
    await housekeepingJob.run(
      server.deps,
      {},
      { signal: new AbortController().signal, attempt: 1, isLastAttempt: false },
    );
    const left = await db.invitation.findMany({ where: { OR: [{ email: { in: [kept, old] } }, { id }] } });
    expect(left.map(({ email }) => email)).toContain(kept);
    expect(left.map(({ email }) => email)).not.toContain(old);
    expect(await stateOf(id)).toBe('expired');
  });

  it('is rate-limited by IP address', async () => {
    const requests = Array.from({ length: 12 }, () => call('invitations.request', { email: newEmail() }));
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});

describe('sign-up by domain', () => {
  beforeEach(() => mode('domain'));

  async function linkFor(email: string) {
    const { status } = await call('invitations.request', { email });
    expect(status).toBe(200);
    await server.deps.background.settled();
    const mail = mailServer.to(email).at(-1);
    return mail ? tokenOf(linkIn(mail)) : null;
  }

  it('requires the link, which only the owner of the email receives', async () => {
    const email = newEmail();
    const token = await linkFor(email);
    expect((await accept(token ?? '')).data).toMatchObject({ email, isAdmin: false });
    const { emailConfirmedAt } = await server.deps.db.user.findUniqueOrThrow({ where: { email } });
    expect(emailConfirmedAt).not.toBeNull();
    expect(await auditOf('invitation-accepted')).toMatchObject({ actor: email, details: { isInvited: false } });
  });

  it.each(['a@example.org', 'a@sub.example.com', 'a@notexample.com', 'a@example.com.evil.example'])(
    'rejects %s',
    async (email) => {
      const words = 'Only example.com email addresses can sign up.';
      expect(await call('invitations.request', { email })).toMatchObject({ status: 403, message: words });
      expect(mailServer.to(email)).toEqual([]);
    },
  );

  it('does not reveal who has an account, and sends that email nothing', async () => {
    const unknown = await call('invitations.request', { email: newEmail() });
    const known = await call('invitations.request', { email: admin.user.email });
    expect({ status: known.status, data: known.data }).toEqual({ status: 200, data: unknown.data });
    await server.deps.background.settled();
    expect(mailServer.to(admin.user.email)).toEqual([]);
  });

  it('sends an email five links an hour, and all of them work until one is used', async () => {
    const email = newEmail();
    const first = (await linkFor(email)) ?? '';
    for (let n = 0; n < 6; n++) await linkFor(email);
    expect(mailServer.to(email)).toHaveLength(5);
    const last = tokenOf(linkIn(mailServer.to(email)[4] as never));
    expect((await accept(first)).status).toBe(200);
    expect(await accept(last)).toMatchObject({ status: 400, message: unusable });
  });

  it('does not count links that could not be sent', async () => {
    const email = newEmail();
    const failures: Promise<void>[] = [];
    const deps: Deps = {
      ...server.deps,
      mailer: { ...server.deps.mailer, send: () => Promise.reject(new Error('unreachable')) },
      // The signal ends the pauses between attempts.
      background: {
        ...server.deps.background,
        run: (_what, work) => void failures.push(expect(work(AbortSignal.abort())).rejects.toThrow('unreachable')),
      },
    };
    for (let n = 0; n < 5; n++) await requestAccess(deps, email, { ip: '198.51.100.1', device: '', requestId: 'r' });
    await Promise.all(failures);
    expect(failures).toHaveLength(5);
    expect(await linkFor(email)).not.toBeNull();
  });

  it('voids links already sent when the setting or the list of domains changes', async () => {
    const token = (await linkFor(newEmail())) ?? '';
    mode('invitation');
    expect(await open(token)).toMatchObject({ status: 400, message: unusable });
    mode('domain');
    Object.assign(server.deps.env, { SIGN_UP_DOMAINS: ['example.org'] });
    expect(await open(token)).toMatchObject({ status: 400, message: unusable });
    Object.assign(server.deps.env, { SIGN_UP_DOMAINS: ['example.com'] });
    expect((await accept(token)).status).toBe(200);
  });

  it("links are not in the administrators’ list, and can't be accessed by id", async () => {
    const email = newEmail();
    await linkFor(email);
    const { id } = await server.deps.db.invitation.findFirstOrThrow({ where: { email } });
    expect(await stateOf(id)).toBeUndefined();
    await expect(callerFor(server.deps, admin.sessionToken).invitations.revoke({ id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
