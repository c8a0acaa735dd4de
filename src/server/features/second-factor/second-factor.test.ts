/** Setting up the second factor, changing it and losing it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '~/server/testing/clients/authenticator';
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
import { confirmAuthenticator, turnOffSecondFactor } from './authenticator-app';

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());

const wrongCode = { message: expect.stringContaining('This code is not valid') };
const audited = async (kind: string, actorId: string) =>
  server.deps.db.auditEvent.findFirst({ where: { kind, actorId }, orderBy: { id: 'desc' } });

describe('setting up the app', () => {
  it('requires the password and a first code, and shows ten recovery codes', async () => {
    const { user, call } = await signUp(server.deps);
    await expect(call.secondFactor.begin({ password: 'wrong' })).rejects.toThrow('Password is incorrect');
    await expect(call.secondFactor.begin({})).rejects.toThrow('Password is required');
    const { secret, uri } = await call.secondFactor.begin({ password: testPassword });
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(uri)).toContain(`qInsight:${user.email}`);
    expect(await call.secondFactor.status()).toMatchObject({ isOn: false, since: null, recoveryCodesLeft: 0 });
    // There are no recovery codes yet.
    await expect(call.secondFactor.confirm({ code: codeOf(secret, 10) })).rejects.toThrow(
      'This code is not valid. Enter the newest code that the app shows.',
    );
    const typed = codeOf(secret).replace(/(...)/, '$1 ');
    const { recoveryCodes } = await call.secondFactor.confirm({ code: typed });
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-hj-km-np-z1-9]{4}-){3}[a-hj-km-np-z1-9]{4}$/);
    expect(await call.secondFactor.status()).toMatchObject({ since: expect.any(Date), recoveryCodesLeft: 10 });
    expect(await audited('second-factor-enabled', user.id)).toMatchObject({ details: { count: 0 } });
    await expect(call.secondFactor.begin({ password: testPassword })).rejects.toThrow('already has');
  });

  it('is refused if the session has ended since the request, as with a password reset', async () => {
    const { user, call, sessionToken } = await signUp(server.deps);
    const requester = { user, sessionToken, caller: { ip: '127.0.0.1', device: 'test', requestId: 'r' } };
    const { secret } = await call.secondFactor.begin({ password: testPassword });
    await server.deps.db.session.deleteMany({ where: { userId: user.id } });
    const confirming = confirmAuthenticator(server.deps, requester, codeOf(secret));
    await expect(confirming).rejects.toMatchObject({ code: 'signed_out' });
    const { db } = server.deps;
    expect(await db.authenticatorApp.count({ where: { userId: user.id, confirmedAt: { not: null } } })).toBe(0);
  });

  it('stores neither the secret nor the codes in plain text', async () => {
    const ada = await signUp(server.deps);
    const { secret, recoveryCodes } = await setUpApp(server.deps, ada);
    const where = { userId: ada.user.id };
    const stored = JSON.stringify([
      await server.deps.db.authenticatorApp.findMany({ where }),
      await server.deps.db.recoveryCode.findMany({ where }),
    ]);
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });

  it('binds the secret to the account: copied to another row, it is useless', async () => {
    const [ada, eve] = [await signUp(server.deps), await signUp(server.deps)];
    const own = await setUpApp(server.deps, eve);
    await setUpApp(server.deps, ada);
    const { db } = server.deps;
    const { secret } = await db.authenticatorApp.findUniqueOrThrow({ where: { userId: eve.user.id } });
    await db.authenticatorApp.update({ where: { userId: ada.user.id }, data: { secret, lastStep: null } });
    const proof = { password: testPassword, code: codeOf(own.secret) };
    await expect(ada.call.secondFactor.turnOff(proof)).rejects.toMatchObject(wrongCode);
  });

  it('ends the other sessions and their sockets, but not the current one and the API tokens', async () => {
    const ada = await signUp(server.deps);
    const other = await server.deps.sessions.issueSession(ada.user.id, { device: '', ip: '', created: '' });
    const { token } = await ada.call.tokens.create({ name: 'Reports', password: testPassword });
    const socket = await openedSocket(await server.listen(), { sessionToken: other.token });
    await setUpApp(server.deps, ada);
    expect(await socket.closed).toBe(4401);
    expect(await callerFor(server.deps, other.token).auth.user()).toBeNull();
    expect(await ada.call.auth.user()).toMatchObject({ id: ada.user.id });
    const response = await fetch(`${await server.listen()}/api/user`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
  });

  it('expires after half an hour, and a later start replaces an earlier one', async () => {
    const { user, call } = await signUp(server.deps);
    const first = await call.secondFactor.begin({ password: testPassword });
    const second = await call.secondFactor.begin({ password: testPassword });
    await expect(call.secondFactor.confirm({ code: codeOf(first.secret) })).rejects.toMatchObject(wrongCode);
    const createdAt = new Date(Date.now() - 31 * 60_000);
    await server.deps.db.authenticatorApp.update({ where: { userId: user.id }, data: { createdAt } });
    await expect(call.secondFactor.confirm({ code: codeOf(second.secret) })).rejects.toThrow('expired');
  });

  it('of two concurrent first codes, only one shows recovery codes', async () => {
    const { user, call } = await signUp(server.deps);
    const { secret } = await call.secondFactor.begin({ password: testPassword });
    const code = codeOf(secret);
    const both = await Promise.allSettled([call.secondFactor.confirm({ code }), call.secondFactor.confirm({ code })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await server.deps.db.recoveryCode.count({ where: { userId: user.id } })).toBe(10);
  });

  it("requires a browser: an API token can't do it", async () => {
    const { call } = await signUp(server.deps);
    const { token } = await call.tokens.create({ name: 'x', scope: 'write', password: testPassword });
    const response = await fetch(`${await server.listen()}/trpc/secondFactor.status`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(403);
  });
});

describe('changing the second factor', () => {
  it('is refused if the session has ended since the request', async () => {
    const ada = await signUp(server.deps);
    const { user, sessionToken } = ada;
    const app = await setUpApp(server.deps, ada);
    const code = await app.newCode();
    await server.deps.db.session.deleteMany({ where: { userId: user.id } });
    const requester = { user, sessionToken, caller: { ip: '127.0.0.1', device: 'test', requestId: 'r' } };
    const turningOff = turnOffSecondFactor(server.deps, requester, { password: testPassword, code });
    await expect(turningOff).rejects.toMatchObject({ code: 'signed_out' });
    expect(await server.deps.db.authenticatorApp.count({ where: { userId: user.id } })).toBe(1);
  });

  it('requires the password and a code; wrong ones change nothing', async () => {
    const ada = await signUp(server.deps);
    const app = await setUpApp(server.deps, ada);
    const { turnOff, renewCodes, status } = ada.call.secondFactor;
    const code = await app.newCode();
    for (const change of [turnOff, renewCodes]) {
      await expect(change({ password: 'wrong', code })).rejects.toThrow('Password is incorrect');
      await expect(change({ password: testPassword, code: '000000' })).rejects.toMatchObject(wrongCode);
    }
    expect(await status()).toMatchObject({ since: expect.any(Date), recoveryCodesLeft: 10 });
    expect(await audited('second-factor-failed', ada.user.id)).not.toBeNull();
  });

  it('creates new recovery codes, which replace the earlier ones', async () => {
    const ada = await signUp(server.deps);
    const app = await setUpApp(server.deps, ada);
    const renewed = await ada.call.secondFactor.renewCodes({
      password: testPassword,
      code: app.recoveryCodes[0] ?? '',
    });
    expect(renewed.recoveryCodes).toHaveLength(10);
    const old = { password: testPassword, code: app.recoveryCodes[1] ?? '' };
    await expect(ada.call.secondFactor.turnOff(old)).rejects.toMatchObject(wrongCode);
    expect(await audited('recovery-codes-created', ada.user.id)).not.toBeNull();
    await ada.call.secondFactor.turnOff({ ...old, code: (renewed.recoveryCodes[0] ?? '').toUpperCase() });
    expect(await ada.call.secondFactor.status()).toMatchObject({ since: null, recoveryCodesLeft: 0 });
    expect(await audited('second-factor-disabled', ada.user.id)).toMatchObject({ details: { code: 'recovery code' } });
    await expect(ada.call.secondFactor.turnOff(old)).rejects.toThrow('has no second factor');
  });

  it('with one code twice concurrently succeeds once', async () => {
    const ada = await signUp(server.deps);
    const app = await setUpApp(server.deps, ada);
    const code = await app.newCode();
    const both = await Promise.allSettled(
      [1, 2].map(() => ada.call.secondFactor.renewCodes({ password: testPassword, code })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a lost second factor', () => {
  it('can be removed by an administrator with their own password, and is shown in the list of users', async () => {
    const ada = await signUp(server.deps);
    await setUpApp(server.deps, ada);
    const row = async () => (await admin.call.admin.userPage({ search: ada.user.email })).items[0];
    expect(await row()).toMatchObject({ hasSecondFactor: true });
    const userId = ada.user.id;
    await expect(admin.call.admin.resetSecondFactor({ userId, password: 'wrong' })).rejects.toThrow('Password is');
    await expect(ada.call.admin.resetSecondFactor({ userId, password: testPassword })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const { message } = await admin.call.admin.resetSecondFactor({ userId, password: testPassword });
    expect(message).toBe(`The second factor of ${ada.user.email} has been removed.`);
    expect(await row()).toMatchObject({ hasSecondFactor: false });
    expect(await audited('second-factor-reset', admin.user.id)).toMatchObject({ subject: ada.user.email });
    await expect(admin.call.admin.resetSecondFactor({ userId, password: testPassword })).rejects.toThrow(
      'has no second factor',
    );
    await expect(admin.call.admin.resetSecondFactor({ userId: admin.user.id, password: testPassword })).rejects.toThrow(
      'Turn it off under Settings',
    );
  });

  it('does not count while it is being set up', async () => {
    const ada = await signUp(server.deps);
    await ada.call.secondFactor.begin({ password: testPassword });
    const { items } = await admin.call.admin.userPage({ search: ada.user.email });
    expect(items[0]).toMatchObject({ hasSecondFactor: false });
  });

  it('is deleted with the account, and its secrets are in no export', async () => {
    const ada = await signUp(server.deps);
    await setUpApp(server.deps, ada);
    const userId = ada.user.id;
    await admin.call.admin.delete({ userId });
    const { db } = server.deps;
    expect(await db.authenticatorApp.count({ where: { userId } })).toBe(0);
    expect(await db.recoveryCode.count({ where: { userId } })).toBe(0);
  });
});
