/** Accounts whose email was never confirmed: a stranger may have registered the email of a user of the directory. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Transaction } from '~/server/db/transaction';
import { signInAs } from '~/server/features/identities/sign-in';
import type { AccountSignal } from '~/server/realtime/events';
import { callHttp } from '~/server/testing/clients/http-client';
import { openedSocket } from '~/server/testing/clients/socket-client';
import { setUpApp } from '~/server/testing/worlds/second-factor';
import {
  callerFor,
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';
import { changeScimUser } from './scim-users';

const origin = 'https://insight.example.com';
const issuer = 'https://id.example.com';
const caller = { ip: '127.0.0.1', device: 'test', requestId: 'r' };
let server: TestServer;
let base: string;
let admin: TestUser;
let token: string;

beforeAll(async () => {
  const provider = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'insight', OIDC_CLIENT_SECRET: 'secret', OIDC_NAME: 'Acme' };
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'post@example.com' };
  server = await startTestServer({ env: { ...provider, ...mail, PUBLIC_URL: origin } });
  base = await server.listen();
  admin = await signUp(server.deps, { isAdmin: true });
  token = (await admin.call.scim.createToken({ name: 'Okta', password: testPassword })).token;
});
afterAll(() => server.close());

async function scim(method: string, path: string, body?: object) {
  const response = await fetch(`${base}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a body as the protocol has it
  const found: any = response.status === 204 ? null : await response.json();
  return { status: response.status, body: found };
}
const replace = (value: object) => ({ Operations: [{ op: 'replace', value }] });
const change = ({ user }: TestUser, value: object) => scim('PATCH', `/Users/${user.id}`, replace(value));
const newGroup = async (...members: string[]) => {
  const body = { displayName: `Group ${randomUUID()}`, members: members.map((value) => ({ value })) };
  return (await scim('POST', '/Groups', body)).body.id as string;
};
const member = (...ids: string[]) => ({
  Operations: [{ op: 'add', path: 'members', value: ids.map((value) => ({ value })) }],
});
const rowOf = ({ user: { id } }: TestUser) => server.deps.db.user.findUniqueOrThrow({ where: { id } });
const signIn = ({ user: { email } }: TestUser) =>
  callHttp(base, 'mutation', 'auth.login', { email, password: testPassword }).then(({ status }) => status);
const identityOf = (subject: string, email: string) => ({
  issuer,
  subject,
  email,
  isEmailVerified: true,
  firstName: null,
  lastName: null,
  groups: [],
  sid: null,
});
function signInAtProvider(subject: string, email: string) {
  const [provider] = server.deps.env.oidc;
  if (!provider) throw new Error('no provider is set up');
  return signInAs(server.deps, { ...provider, createsAccounts: false }, identityOf(subject, email), caller);
}

/** The account is not the stranger's any more, and the owner of its email can sign in with the provider. */
async function expectTakenOver(eve: TestUser) {
  await expect(eve.call.conversations.list({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await signIn(eve)).toBe(401);
  expect(await rowOf(eve)).toMatchObject({ emailConfirmedAt: expect.any(Date), provisionedAt: expect.any(Date) });
  expect(await signInAtProvider(randomUUID(), eve.user.email)).toMatchObject({ isComplete: true });
}
async function expectKept(user: TestUser) {
  expect(await user.call.conversations.list({})).toBeDefined();
  expect(await signIn(user)).toBe(200);
}

it('closes everything that the stranger opened when a directory creates the account', async () => {
  const eve = await signUp(server.deps);
  const { db } = server.deps;
  const userId = eve.user.id;
  const subject = randomUUID();
  await db.identity.create({ data: { userId, issuer, subject, email: 'eve@example.com' } });
  await setUpApp(server.deps, eve);
  const { token: apiToken } = await eve.call.tokens.create({ name: 'x', password: testPassword });
  const link = { userId, purpose: 'reset-password', createdAt: new Date(), expiresAt: new Date(Date.now() + 60_000) };
  await db.emailLink.create({ data: { ...link, tokenHash: randomUUID() } });
  const socket = await openedSocket(base, { sessionToken: eve.sessionToken, origin });

  const userName = eve.user.email;
  const created = await scim('POST', '/Users', { userName, externalId: 'okta-1', name: { givenName: 'Ada' } });
  expect(created).toMatchObject({
    status: 201,
    body: { id: userId, externalId: 'okta-1', name: { givenName: 'Ada' } },
  });
  await socket.closed;
  const headers = { authorization: `Bearer ${apiToken}` };
  expect((await fetch(`${base}/api/conversations`, { headers })).status).toBe(401);
  await expect(signInAtProvider(subject, 'eve@example.com')).rejects.toThrow('no-account');
  expect(await db.emailLink.count({ where: { userId } })).toBe(0);
  await expectTakenOver(eve);
  const kind = { startsWith: 'user-' };
  const records = await db.auditEvent.findMany({ where: { subjectId: userId, kind }, orderBy: { id: 'asc' } });
  const taken = { sessionsEnded: 1, tokensRevoked: 1, providersDisconnected: 1, secondFactorRemoved: true };
  expect(records.map(({ kind, details }) => ({ kind, details }))).toEqual([
    { kind: 'user-changed', details: { fields: 'password', ...taken } },
    { kind: 'user-provisioned', details: {} },
  ]);
  expect((await scim('POST', '/Users', { userName })).status).toBe(409);
});

it('does the same when a directory adopts the account, changes its email or brings it back', async () => {
  const [adopted, moved, deleted] = [await signUp(server.deps), await signUp(server.deps), await signUp(server.deps)];
  expect(await change(adopted, { externalId: 'okta-2' })).toMatchObject({ body: { externalId: 'okta-2' } });
  await expectTakenOver(adopted);

  const userName = `person-${randomUUID()}@example.com`;
  expect((await change(moved, { userName })).body.userName).toBe(userName);
  await expectTakenOver({ ...moved, user: { ...moved.user, email: userName } });

  await scim('DELETE', `/Users/${deleted.user.id}`);
  expect((await scim('POST', '/Users', { userName: deleted.user.email })).body.id).toBe(deleted.user.id);
  await expectTakenOver(deleted);
});

it.each([
  ['', {}],
  [' and deactivates it', { active: false }],
])('closes an account that a stranger registered when a directory moves a user to its email%s', async (_how, more) => {
  const eve = await signUp(server.deps);
  const { id: eveId, email } = eve.user;
  await eve.call.projects.create({ name: 'Plans' });
  const { id } = (await scim('POST', '/Users', { userName: `ada-${randomUUID()}@example.com` })).body;
  const path = `/Users/${id}`;
  expect(await scim('PATCH', path, replace({ userName: email, ...more }))).toMatchObject({
    status: 200,
    body: { id, userName: email },
  });
  await expect(eve.call.conversations.list({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await signIn(eve)).toBe(401);
  await scim('PATCH', path, replace({ active: true }));
  const subject = randomUUID();
  expect(await signInAtProvider(subject, email)).toMatchObject({ isComplete: true });
  expect(await server.deps.db.identity.findFirst({ where: { subject } })).toMatchObject({ userId: id });
  // Like after DELETE, nothing is erased, and the account is left to administrators.
  expect(await rowOf(eve)).toMatchObject({ isLocked: true, deactivatedAt: expect.any(Date), emailConfirmedAt: null });
  expect((await scim('GET', `/Users/${eveId}`)).status).toBe(404);
  expect(await server.deps.db.project.count({ where: { userId: eveId } })).toBe(1);
  const events = await server.deps.db.auditEvent.findMany({ where: { subjectId: eveId }, orderBy: { id: 'asc' } });
  expect(events.map(({ kind, subject }) => [kind, subject])).toEqual(
    expect.arrayContaining([
      ['user-changed', email],
      ['account-deactivated', `${eveId}@replaced.invalid`],
    ]),
  );
});

it('closes that account with the move, so that a failure right after it leaves nothing open', async () => {
  const { db, bus } = server.deps;
  const eve = await signUp(server.deps);
  const { id: eveId, email } = eve.user;
  const { id } = (await scim('POST', '/Users', { userName: `ada-${randomUUID()}@example.com` })).body;
  const signals: AccountSignal[] = [];
  const unsubscribe = bus.subscribe('accounts', (signal) => signals.push(signal));
  let isLost = false;
  const lost = new Proxy(db, {
    get(target, name) {
      if (isLost) throw new Error('the database is lost');
      if (name !== '$transaction') return Reflect.get(target, name);
      return async (work: (tx: Transaction) => Promise<unknown>) => {
        await target.$transaction(work);
        isLost = true;
      };
    },
  });
  const acting = { by: { email: 'SCIM (Okta)' }, caller };
  const moving = changeScimUser({ ...server.deps, db: lost }, acting, id, { userName: email });
  await expect(moving).rejects.toThrow('the database is lost');
  unsubscribe();
  expect(signals).toEqual([{ type: 'account-closed', userId: eveId }]);

  const retried = await scim('PATCH', `/Users/${id}`, replace({ userName: email }));
  expect(retried).toMatchObject({ status: 200, body: { id, userName: email } });
  expect(await rowOf(eve)).toMatchObject({ isLocked: true, deactivatedAt: expect.any(Date), isLockedByAdmin: false });
  expect((await scim('GET', `/Users/${eveId}`)).status).toBe(404);
  const closings = { subjectId: eveId, kind: 'account-deactivated' };
  expect(await db.auditEvent.count({ where: closings })).toBe(1);
});

it('does the same before a directory adds the account to a group, whose rights are for the owner of the email', async () => {
  const [first, later, known] = [await signUp(server.deps), await signUp(server.deps), await signUp(server.deps)];
  const groupId = await newGroup(first.user.id);
  await expectTakenOver(first);
  await server.deps.db.groupMember.create({ data: { groupId, userId: known.user.id, source: 'oidc:sso' } });
  expect((await scim('PATCH', `/Groups/${groupId}`, member(later.user.id, known.user.id))).status).toBe(204);
  await expectTakenOver(later);
  await expectTakenOver(known);
});

it('changes nothing of accounts that get nothing new: earlier members, other changes, a deactivation', async () => {
  const [ada, bob] = [await signUp(server.deps), await signUp(server.deps)];
  const groupId = await newGroup();
  await server.deps.db.groupMember.create({ data: { groupId, userId: ada.user.id, source: 'scim' } });
  const members = [{ value: ada.user.id }];
  expect((await scim('PATCH', `/Groups/${groupId}`, replace({ members }))).status).toBe(204);
  expect((await change(ada, { 'name.givenName': 'Ada' })).status).toBe(200);
  await expectKept(ada);
  await change(bob, { active: false });
  await change(bob, { active: true });
  expect(await signIn(bob)).toBe(200);
});

it('keeps accounts whose email is confirmed, and administrators, who have every right already', async () => {
  const ada = await signUp(server.deps);
  const other = await signUp(server.deps);
  await server.deps.db.user.update({ where: { id: ada.user.id }, data: { emailConfirmedAt: new Date() } });
  for (const user of [ada, admin]) {
    expect((await change(user, { externalId: randomUUID() })).status).toBe(200);
    await newGroup(user.user.id);
    const userName = user.user.email;
    expect((await scim('POST', '/Users', { userName })).status).toBe(409);
    expect((await change(other, { userName })).status).toBe(409);
    await expectKept(user);
  }
});

it('keeps all accounts without a mail server, which no email can be confirmed with', async () => {
  const plain = await startTestServer();
  const [founder, ada] = [await signUp(plain.deps, { isAdmin: true }), await signUp(plain.deps)];
  const made = await founder.call.scim.createToken({ name: 'Okta', password: testPassword });
  const response = await fetch(`${await plain.listen()}/scim/v2/Users/${ada.user.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${made.token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify(replace({ externalId: 'okta-3' })),
  });
  expect(response.status).toBe(200);
  expect(await callerFor(plain.deps, ada.sessionToken).conversations.list({})).toBeDefined();
  await plain.close();
});
