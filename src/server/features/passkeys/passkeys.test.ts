/**
 * Passkeys: adding them, using them alone, as the second factor and instead of the password, and every way to misuse
 * them.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '~/server/deps';
import { callHttp, serveApp, sessionFrom } from '~/server/testing/clients/http-client';
import { type Faults, openPasskeyDevice } from '~/server/testing/clients/passkey-device';
import { testDatabaseUrl } from '~/server/testing/environment';
import { openTransaction, untilBlocked } from '~/server/testing/worlds/open-transaction';
import { setUpApp } from '~/server/testing/worlds/second-factor';
import {
  callerFor,
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';
import type { SecondFactorProof } from '~/shared/schemas/second-factor';
import { addPasskey } from './passkeys.service';

const origin = 'https://insight.example.com';
let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: origin } });
  address = await server.listen();
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const action of ['signInByAddress', 'secondFactorByAddress', 'passkeyByAddress'] as const)
    await server.deps.rateLimiter.reset(action, '127.0.0.1');
});

type Device = ReturnType<typeof openPasskeyDevice>;
interface Account extends TestUser {
  device: Device;
  passkeyId: string;
  recoveryCodes: string[];
}

async function addTo(person: TestUser, name = 'Laptop', faults: Faults = {}, proof: SecondFactorProof = {}) {
  const device = openPasskeyDevice(origin);
  const { options } = await person.call.passkeys.begin({ password: testPassword, ...proof });
  const added = await person.call.passkeys.add({ name, response: device.create(options, faults) });
  return { device, passkeyId: added.passkey.id, recoveryCodes: added.recoveryCodes };
}
async function withPasskey(): Promise<Account> {
  const person = await signUp(server.deps);
  return { ...person, ...(await addTo(person)) };
}

/** Confirms sensitive actions of the session with its passkey. */
const confirm = async ({ call, device }: Account, faults: Faults = {}) => {
  const { options } = await call.passkeys.confirmOptions();
  await call.passkeys.confirm({ response: device.sign(options, faults) });
};

const post = (path: string, input?: object, cookie = '') =>
  callHttp(address, 'mutation', path, input, { headers: { cookie } });
const optionsOf = async (path: string, cookie = '') =>
  ((await post(path, undefined, cookie)).data as { options: object }).options;
const signIn = async (device: Device, faults: Faults = {}) =>
  post('passkeys.signIn', { response: device.sign(await optionsOf('passkeys.signInOptions'), faults) });
const refused = { status: 400, message: "This passkey couldn't be verified. Try again." };
const audited = (kind: string, actorId: string) =>
  server.deps.db.auditEvent.findFirst({ where: { kind, actorId }, orderBy: { id: 'asc' } });

describe('adding a passkey', () => {
  it('requires the password, ends other sessions, and shows recovery codes only with the first passkey', async () => {
    const ada = await signUp(server.deps);
    const other = await server.deps.sessions.issueSession(ada.user.id, { device: '', ip: '', created: '' });
    await expect(ada.call.passkeys.begin({ password: 'wrong' })).rejects.toThrow('Password is incorrect');
    const { recoveryCodes } = await addTo(ada);
    expect(recoveryCodes).toHaveLength(10);
    expect(await callerFor(server.deps, other.token).auth.user()).toBeNull();
    expect((await addTo(ada, 'Key', {}, { code: recoveryCodes[0] })).recoveryCodes).toEqual([]);
    const list = await ada.call.passkeys.list();
    expect(list).toMatchObject([{ name: 'Laptop', lastUsedAt: null }, { name: 'Key' }]);
    expect(await ada.call.secondFactor.status()).toMatchObject({ isOn: true, since: null, recoveryCodesLeft: 9 });
    expect(await audited('passkey-added', ada.user.id)).toMatchObject({ subject: 'Laptop' });
    expect(await audited('second-factor-enabled', ada.user.id)).not.toBeNull();
  });

  it.each([
    ['for another site', { origin: 'https://evil.example.com' }],
    ['for another host name', { rpId: 'example.com' }],
    ['without a PIN or a fingerprint', { isUnverified: true }],
    ['for a made-up challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ])('rejects a passkey created %s', async (_what, faults) => {
    const ada = await signUp(server.deps);
    await expect(addTo(ada, 'Laptop', faults)).rejects.toThrow("This passkey couldn't be verified");
    expect(await ada.call.passkeys.list()).toEqual([]);
  });

  it('accepts its challenge once, and only for its own account and purpose', async () => {
    const [ada, eve] = [await signUp(server.deps), await signUp(server.deps)];
    const { options } = await ada.call.passkeys.begin({ password: testPassword });
    const device = openPasskeyDevice(origin);
    const response = device.create(options);
    await expect(eve.call.passkeys.add({ name: 'x', response })).rejects.toThrow("couldn't be verified");
    await ada.call.passkeys.add({ name: 'x', response });
    await expect(ada.call.passkeys.add({ name: 'x', response })).rejects.toThrow("couldn't be verified");
    // Signed for another purpose: the challenge of a sign-in.
    const forSignIn = { ...options, ...(await optionsOf('passkeys.signInOptions')) };
    const other = openPasskeyDevice(origin).create(forSignIn);
    await expect(ada.call.passkeys.add({ name: 'x', response: other })).rejects.toThrow("couldn't be verified");
  });

  it('requires a code, too, from an account with a second factor: the passkey could replace it', async () => {
    const ada = await signUp(server.deps);
    const app = await setUpApp(server.deps, ada);
    const password = testPassword;
    await expect(ada.call.passkeys.begin({ password })).rejects.toThrow('Code is required');
    await expect(ada.call.passkeys.begin({ password, code: '000000' })).rejects.toThrow('not valid');
    await expect(ada.call.passkeys.begin({ password: 'wrong', code: await app.newCode() })).rejects.toThrow(
      'incorrect',
    );
    expect(await server.deps.db.passkeyRequest.count({ where: { userId: ada.user.id } })).toBe(0);
    await addTo(ada, 'Key', {}, { code: await app.newCode() });
    expect(await ada.call.passkeys.list()).toHaveLength(1);
  });

  it('is refused if the session has ended since the request, as with a password reset', async () => {
    const { user, call, sessionToken } = await signUp(server.deps);
    const { options } = await call.passkeys.begin({ password: testPassword });
    await server.deps.db.session.deleteMany({ where: { userId: user.id } });
    const party = { id: new URL(origin).hostname, name: 'qInsight', origin };
    const requester = { user, sessionToken, caller: { ip: '127.0.0.1', device: 'test', requestId: 'r' } };
    const response = openPasskeyDevice(origin).create(options);
    const adding = addPasskey(server.deps, party, requester, { name: 'x', response });
    await expect(adding).rejects.toMatchObject({ code: 'signed_out' });
    expect(await server.deps.db.passkey.count({ where: { userId: user.id } })).toBe(0);
  });

  it('expires after five minutes', async () => {
    const ada = await signUp(server.deps);
    const { options } = await ada.call.passkeys.begin({ password: testPassword });
    const where = { userId: ada.user.id };
    await server.deps.db.passkeyRequest.updateMany({ where, data: { expiresAt: new Date(Date.now() - 1) } });
    const response = openPasskeyDevice(origin).create(options);
    await expect(ada.call.passkeys.add({ name: 'x', response })).rejects.toThrow("couldn't be verified");
  });
});

describe('a passkey alone', () => {
  it('signs in without an email and a password, and satisfies the second factor', async () => {
    const ada = await withPasskey();
    await confirm(ada);
    await setUpApp(server.deps, ada);
    const signedIn = await signIn(ada.device);
    expect(signedIn).toMatchObject({ status: 200, data: { email: ada.user.email } });
    expect(sessionFrom(signedIn.headers)).not.toBeNull();
    expect(await ada.call.passkeys.list()).toMatchObject([{ lastUsedAt: expect.any(Date) }]);
    expect(await audited('sign-in', ada.user.id)).toMatchObject({ details: { code: 'passkey' } });
  });

  it.each([
    ['for another site', { origin: 'https://evil.example.com' }],
    ['for another host name', { rpId: 'evil.example.com' }],
    ['without a PIN or a fingerprint', { isUnverified: true }],
    ['for a made-up challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ])('is rejected if it was used %s', async (_what, faults) => {
    const { device } = await withPasskey();
    const response = await signIn(device, faults);
    expect(response).toMatchObject(refused);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('is rejected like an unknown one if it has the handle of another account', async () => {
    const [ada, eve] = [await withPasskey(), await signUp(server.deps)];
    const unknown = openPasskeyDevice(origin);
    unknown.claim(ada.user.id);
    expect(await signIn(unknown)).toMatchObject(refused);
    ada.device.claim(eve.user.id);
    expect(await signIn(ada.device)).toMatchObject(refused);
  });

  it("can't be replayed, not even concurrently", async () => {
    const ada = await withPasskey();
    const response = ada.device.sign(await optionsOf('passkeys.signInOptions'));
    const both = await Promise.all([post('passkeys.signIn', { response }), post('passkeys.signIn', { response })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await post('passkeys.signIn', { response })).toMatchObject(refused);
  });

  it('is rejected if its counter decreases, as that of a clone does', async () => {
    const ada = await withPasskey();
    expect((await signIn(ada.device, { counter: 7 })).status).toBe(200);
    expect(await signIn(ada.device, { counter: 7 })).toMatchObject(refused);
    expect(await signIn(ada.device, { counter: 3 })).toMatchObject(refused);
    expect((await signIn(ada.device, { counter: 8 })).status).toBe(200);
  });

  it('works for authenticators without a counter', async () => {
    const person = await signUp(server.deps);
    const { device } = await addTo(person, 'Phone', { counter: 0 });
    for (let n = 0; n < 2; n++) expect((await signIn(device, { counter: 0 })).status).toBe(200);
  });

  it('does not open a locked account, or any account while passwords are off', async () => {
    const ada = await withPasskey();
    const app = await serveApp({ ...server.deps, env: { ...server.deps.env, PASSWORD_SIGN_IN: false } } as Deps);
    expect((await callHttp(app.address, 'mutation', 'passkeys.signInOptions')).status).toBe(403);
    await app.close();
    await server.deps.db.user.update({ where: { id: ada.user.id }, data: { isLocked: true } });
    expect((await signIn(ada.device)).status).toBe(403);
  });
});

describe('a passkey after the password', () => {
  const challengeFor = async ({ user }: TestUser) => {
    const { status, headers, error } = await post('auth.login', { email: user.email, password: testPassword });
    expect({ status, code: error?.appCode }).toEqual({ status: 401, code: 'second_factor' });
    return headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  };
  const finish = async (cookie: string, device: Device, faults: Faults = {}) =>
    post(
      'secondFactor.signInWithPasskey',
      { response: device.sign(await optionsOf('secondFactor.passkeyOptions', cookie), faults) },
      cookie,
    );

  it('is a second factor, even without a PIN, and a recovery code can replace it', async () => {
    const ada = await withPasskey();
    const cookie = await challengeFor(ada);
    const pending = await callHttp(address, 'query', 'secondFactor.pending', undefined, { headers: { cookie } });
    expect(pending.data).toEqual({ hasApp: false, hasPasskey: true });
    const signedIn = await finish(cookie, ada.device, { isUnverified: true });
    expect(signedIn).toMatchObject({ status: 200, data: { email: ada.user.email } });
    const [code = ''] = ada.recoveryCodes;
    expect((await post('secondFactor.signIn', { code }, await challengeFor(ada))).status).toBe(200);
  });

  it('must belong to the account, and be signed for this purpose', async () => {
    const [ada, eve] = [await withPasskey(), await withPasskey()];
    const cookie = await challengeFor(ada);
    expect(await finish(cookie, eve.device)).toMatchObject(refused);
    const { options } = await ada.call.passkeys.confirmOptions();
    const response = ada.device.sign(options);
    expect(await post('secondFactor.signInWithPasskey', { response }, cookie)).toMatchObject(refused);
    expect((await finish(cookie, ada.device)).status).toBe(200);
  });

  it('reveals nothing about an account before the right password', async () => {
    const pending = await callHttp(address, 'query', 'secondFactor.pending');
    expect(pending.data).toBeNull();
    expect((await post('secondFactor.passkeyOptions')).status).toBe(401);
  });
});

describe('a passkey instead of the password', () => {
  it('confirms sensitive actions of this session for ten minutes', async () => {
    const ada = await withPasskey();
    await expect(ada.call.tokens.create({ name: 'x' })).rejects.toThrow('Password is required');
    await confirm(ada);
    expect(await ada.call.identities.list()).toMatchObject({
      hasPasskey: true,
      hasApp: false,
      hasSecondFactor: true,
      isPasskeyConfirmed: true,
    });
    expect(await ada.call.tokens.create({ name: 'x' })).toHaveProperty('token');
    const where = { userId: ada.user.id };
    await server.deps.db.session.updateMany({ where, data: { passkeyAt: new Date(Date.now() - 11 * 60_000) } });
    await expect(ada.call.tokens.create({ name: 'x' })).rejects.toThrow('Password is required');
    const ended = await ada.call.identities.list();
    expect(ended).toMatchObject({ isPasskeyConfirmed: false });
    expect(ended).not.toHaveProperty('confirmedForMs');
  });

  it('lists when the first confirmation of this session ends', async () => {
    const ada = await withPasskey();
    await confirm(ada);
    const until = async () => (await ada.call.identities.list()).confirmedForMs;
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const where = { userId: ada.user.id };
    expect(await until()).toBeGreaterThan(0);
    await server.deps.db.session.updateMany({ where, data: { passkeyAt: minutesAgo(4), confirmedAt: minutesAgo(6) } });
    expect(await until()).toBeLessThanOrEqual(4 * 60_000);
    await server.deps.db.session.updateMany({ where, data: { passkeyAt: minutesAgo(2), confirmedAt: minutesAgo(11) } });
    expect(await until()).toBeGreaterThan(4 * 60_000);
  });

  it('requires a PIN or biometrics, and a passkey of the account', async () => {
    const [ada, eve] = [await withPasskey(), await withPasskey()];
    await expect(confirm(ada, { isUnverified: true })).rejects.toThrow("couldn't be verified");
    await expect(confirm({ ...ada, device: eve.device })).rejects.toThrow("couldn't be verified");
    await expect(ada.call.tokens.create({ name: 'x' })).rejects.toThrow('Password is required');
  });

  it('renews recovery codes without a code, which a password alone does not', async () => {
    const ada = await withPasskey();
    await expect(ada.call.secondFactor.renewCodes({ password: testPassword })).rejects.toThrow('Code is required');
    await confirm(ada);
    expect((await ada.call.secondFactor.renewCodes({})).recoveryCodes).toHaveLength(10);
  });
});

describe('the passkeys of an account', () => {
  it('can be renamed and removed only by their user', async () => {
    const [ada, eve] = [await withPasskey(), await withPasskey()];
    const id = ada.passkeyId;
    await ada.call.passkeys.rename({ id, name: ' Old laptop ' });
    expect(await ada.call.passkeys.list()).toMatchObject([{ name: 'Old laptop' }]);
    await expect(eve.call.passkeys.rename({ id, name: 'x' })).rejects.toThrow('Passkey not found');
    await expect(eve.call.passkeys.remove({ id, password: testPassword })).rejects.toThrow('Passkey not found');
    await expect(ada.call.passkeys.remove({ id, password: 'wrong' })).rejects.toThrow('Password is incorrect');
    const code = ada.recoveryCodes[0] ?? '';
    await expect(ada.call.passkeys.remove({ id, password: testPassword })).rejects.toThrow('Code is required');
    await expect(ada.call.passkeys.remove({ id, password: testPassword, code: 'wrong' })).rejects.toThrow('not valid');
    expect(await ada.call.passkeys.list()).toHaveLength(1);
    await ada.call.passkeys.remove({ id, password: testPassword, code });
    expect(await signIn(ada.device)).toMatchObject(refused);
    expect(await audited('second-factor-disabled', ada.user.id)).toMatchObject({ details: { code: 'recovery code' } });
  });

  it('are a second factor until the last one is removed, unless there is an app', async () => {
    const ada = await withPasskey();
    await confirm(ada);
    const second = await addTo(ada, 'Key');
    const { remove } = ada.call.passkeys;
    await remove({ id: ada.passkeyId, password: testPassword });
    expect(await ada.call.secondFactor.status()).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
    await confirm({ ...ada, device: second.device });
    await remove({ id: second.passkeyId, password: testPassword });
    expect(await ada.call.secondFactor.status()).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
    const third = await addTo(ada, 'New');
    await confirm({ ...ada, device: third.device });
    const app = await ada.call.secondFactor.begin({ password: testPassword });
    expect(app.secret).toBeDefined();
    await remove({ id: third.passkeyId, password: testPassword });
  });

  it('no longer confirm actions of any session once one of them is removed', async () => {
    const ada = await withPasskey();
    await confirm(ada);
    const second = await addTo(ada, 'Key');
    const { token } = await server.deps.sessions.issueSession(ada.user.id, { device: '', ip: '', created: '' });
    const other = { ...ada, sessionToken: token, call: callerFor(server.deps, token) };
    await confirm(other);
    await ada.call.passkeys.remove({ id: second.passkeyId });
    for (const { call } of [ada, other]) {
      expect(await call.identities.list()).toMatchObject({ isPasskeyConfirmed: false });
      await expect(call.tokens.create({ name: 'x' })).rejects.toThrow('Password is required');
    }
    await confirm(other);
    expect(await other.call.tokens.create({ name: 'x' })).toHaveProperty('token');
  });

  it.each([
    ['alone', () => ({})],
    ['with a recovery code for each', (codes: string[], index: number) => ({ code: codes[index] })],
  ])('are removed once by two removals at the same time with one confirmation %s', async (_how, proofOf) => {
    const ada = await withPasskey();
    await confirm(ada);
    const second = await addTo(ada, 'Key');
    const both = await Promise.allSettled(
      [ada.passkeyId, second.passkeyId].map((id, index) =>
        ada.call.passkeys.remove({ id, ...proofOf(ada.recoveryCodes, index) }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await ada.call.passkeys.list()).toHaveLength(1);
    expect(await ada.call.secondFactor.status()).toMatchObject({ isOn: true });
  });

  it('no longer confirm actions once an administrator removed the second factor', async () => {
    const admin = await signUp(server.deps, { isAdmin: true });
    const ada = await withPasskey();
    await confirm(ada);
    await admin.call.admin.resetSecondFactor({ userId: ada.user.id, password: testPassword });
    await expect(ada.call.tokens.create({ name: 'x' })).rejects.toThrow('Password is required');
  });

  it.runIf(testDatabaseUrl())('confirm nothing if they are removed while they confirm', async () => {
    const ada = await withPasskey();
    const { db } = server.deps;
    const { options } = await ada.call.passkeys.confirmOptions();
    const removing = await openTransaction(
      db,
      (tx) => tx.$queryRaw`SELECT 1 FROM users WHERE id = ${ada.user.id}::uuid FOR UPDATE`,
    );
    const confirming = ada.call.passkeys.confirm({ response: ada.device.sign(options) });
    const rejected = expect(confirming).rejects.toThrow("couldn't be verified");
    await untilBlocked(db);
    await removing.run((tx) => tx.$executeRaw`DELETE FROM passkeys WHERE id = ${ada.passkeyId}::uuid`);
    await removing.commit();
    await rejected;
    expect(await ada.call.identities.list()).toMatchObject({ isPasskeyConfirmed: false });
  });

  it('require a recovery code or a passkey before an app is added, which could replace them', async () => {
    const ada = await withPasskey();
    const { begin } = ada.call.secondFactor;
    await expect(begin({ password: testPassword })).rejects.toThrow('Code is required');
    expect((await begin({ password: testPassword, code: ada.recoveryCodes[0] })).secret).toBeDefined();
    await confirm(ada);
    expect((await begin({})).secret).toBeDefined();
  });

  it('remain a second factor when an app is added and removed, which the audit log says', async () => {
    const ada = await withPasskey();
    await confirm(ada);
    const app = await setUpApp(server.deps, ada);
    expect(await audited('authenticator-app-added', ada.user.id)).not.toBeNull();
    await ada.call.secondFactor.turnOff({ password: testPassword, code: await app.newCode() });
    expect(await ada.call.secondFactor.status()).toMatchObject({ isOn: true, since: null, recoveryCodesLeft: 10 });
    expect(await audited('authenticator-app-removed', ada.user.id)).toMatchObject({
      details: { code: 'authenticator app' },
    });
    expect(await audited('second-factor-disabled', ada.user.id)).toBeNull();
    await confirm(ada);
    await ada.call.passkeys.remove({ id: ada.passkeyId, password: testPassword });
    expect(await audited('second-factor-disabled', ada.user.id)).toMatchObject({ details: { code: 'passkey' } });
  });

  it('count for REQUIRE_SECOND_FACTOR, are shown to administrators, and are removed with a lost factor', async () => {
    const admin = await signUp(server.deps, { isAdmin: true });
    const ada = await withPasskey();
    const deps = { ...server.deps, env: { ...server.deps.env, REQUIRE_SECOND_FACTOR: 'everybody' } } as Deps;
    expect(await callerFor(deps, ada.sessionToken).auth.user()).not.toHaveProperty('mustSetUpSecondFactor');
    const { items } = await admin.call.admin.userPage({ search: ada.user.email });
    expect(items).toMatchObject([{ hasSecondFactor: true }]);
    await admin.call.admin.resetSecondFactor({ userId: ada.user.id, password: testPassword });
    expect(await ada.call.passkeys.list()).toEqual([]);
    expect(await callerFor(deps, ada.sessionToken).auth.user()).toMatchObject({ mustSetUpSecondFactor: true });
  });

  it("require a browser: an API token can't add or use them", async () => {
    const ada = await signUp(server.deps);
    const { token } = await ada.call.tokens.create({ name: 'x', scope: 'write', password: testPassword });
    const headers = { authorization: `Bearer ${token}` };
    const input = { password: testPassword };
    expect((await callHttp(address, 'mutation', 'passkeys.begin', input, { headers })).status).toBe(403);
  });
});
