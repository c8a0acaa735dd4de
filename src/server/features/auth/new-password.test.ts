/** Common passwords are rejected wherever a password is set, and sign-up can be closed. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator } from '~/server/features/audit/audit.service';
import { sha256 } from '~/server/lib/hash';
import { hashPassword } from '~/server/lib/password';
import { callHttp, serveApp, sessionFrom } from '~/server/testing/clients/http-client';
import { startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import type { CurrentUser } from '~/shared/schemas/auth';
import { createAccount, setPassword } from './manage-account';

const words = 'This is a commonly used password. Choose another one.';
const refused = { status: 400, message: words };
let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
});
afterAll(() => server.close());

const newEmail = () => `person-${randomUUID()}@example.com`;
const call = (path: string, input: object, sessionToken: string | null = null) =>
  callHttp(address, 'mutation', path, input, { sessionToken });

async function account() {
  const email = newEmail();
  const { data, headers } = await call('auth.register', { email, password: 'correct horse' });
  return { email, id: (data as CurrentUser).id, sessionToken: sessionFrom(headers) };
}

describe('a common password', () => {
  it('is rejected for new accounts, in any case', async () => {
    for (const password of ['123456', 'password', 'PassWord', 'qwerty123456']) {
      const email = newEmail();
      expect(await call('auth.register', { email, password })).toMatchObject(refused);
      expect(await server.deps.db.user.count({ where: { email } })).toBe(0);
    }
  });

  it('is rejected at a password change, which then changes nothing', async () => {
    const { email, sessionToken } = await account();
    const input = { currentPassword: 'correct horse', newPassword: 'sunshine' };
    expect(await call('auth.changePassword', input, sessionToken)).toMatchObject(refused);
    expect((await call('auth.login', { email, password: 'correct horse' })).status).toBe(200);
  });

  it('is rejected at a reset, which keeps the link', async () => {
    const { id } = await account();
    const token = randomUUID();
    const tokenHash = sha256(token);
    const expiresAt = new Date(Date.now() + 60_000);
    await server.deps.db.emailLink.create({ data: { userId: id, purpose: 'reset-password', tokenHash, expiresAt } });
    expect(await call('passwordReset.complete', { token, newPassword: 'iloveyou' })).toMatchObject(refused);
    expect((await call('passwordReset.complete', { token, newPassword: 'battery staple' })).status).toBe(200);
  });

  it('is rejected for operators', async () => {
    const { deps } = server;
    const { id, email } = await account();
    await expect(createAccount(deps, operator, { email: newEmail(), password: 'letmein' })).rejects.toThrow(words);
    await expect(setPassword(deps, operator, { id, email, password: 'letmein' })).rejects.toThrow(words);
  });

  it('keeps working for an account that already has it', async () => {
    const { email, id } = await account();
    await server.deps.db.user.update({ where: { id }, data: { password: await hashPassword('letmein') } });
    expect((await call('auth.login', { email, password: 'letmein' })).status).toBe(200);
  });
});

describe('closed sign-up', () => {
  it('rejects registration with a message, is reported to the page, and lets operators create accounts', async () => {
    const closed = { ...server.deps, env: { ...server.deps.env, SIGN_UP: 'closed' as const } };
    const app = await serveApp(closed);
    const email = newEmail();
    const at = (path: string) => callHttp(app.address, 'mutation', path, { email, password: 'correct horse' });
    expect(await at('auth.register')).toMatchObject({
      status: 403,
      message: 'Sign-up is closed. Ask an administrator of this service for an account.',
    });
    expect((await callHttp(app.address, 'query', 'auth.config')).data).toMatchObject({ signUp: 'closed' });
    expect((await callHttp(address, 'query', 'auth.config')).data).toMatchObject({ signUp: 'open' });
    await createAccount(closed, operator, { email, password: 'correct horse' });
    expect((await at('auth.login')).status).toBe(200);
    await app.close();
  });
});
