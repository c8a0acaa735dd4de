import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callHttp } from '~/server/testing/clients/http-client';
import { setUpApp } from '~/server/testing/worlds/second-factor';
import { signUp, startTestServer, type TestServer, testPassword } from '~/server/testing/worlds/test-server';
import { type Ask, type SetUp, setUpAccount } from './set-up-account';

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
});
afterAll(() => server.close());

const typed = 'battery staple';
const newEmail = () => `operator-${randomUUID()}@example.com`;

async function run(email: string, more: Partial<SetUp> = {}, answers: { password?: string; promote?: boolean } = {}) {
  const printed: string[] = [];
  const io = { print: (text: string) => void printed.push(text), warn: (text: string) => void printed.push(text) };
  const ask: Ask = {
    password: async () => ({ password: answers.password ?? typed, isGenerated: false }),
    promotion: async (question) => {
      printed.push(question);
      return answers.promote ?? false;
    },
  };
  const setUp = {
    email,
    create: false,
    resetPassword: false,
    isPasswordPiped: false,
    seedPositions: false,
    ...more,
  };
  const failure = await setUpAccount(server.deps, io, setUp, ask).then(
    () => null,
    (error: Error) => error.message,
  );
  return { printed: printed.join('\n'), failure };
}

const signIn = async (email: string, password: string) =>
  (await callHttp(address, 'mutation', 'auth.login', { email, password })).status;
const isAdmin = async (email: string) => (await server.deps.db.user.findUniqueOrThrow({ where: { email } })).isAdmin;

/** An account that another person registered under the operator's email, with a token of theirs. */
async function stranger() {
  const email = newEmail();
  const user = await signUp(server.deps, { email });
  const { token } = await user.call.tokens.create({ name: 'x', password: testPassword });
  const reads = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await callHttp(address, 'query', 'account.usage', undefined, { headers })).status;
  };
  return { email, reads, user };
}

describe('setting up from the command line', () => {
  it('creates an account with the typed password and promotes it', async () => {
    const email = newEmail();
    expect(await run(email)).toMatchObject({ failure: expect.stringContaining('No account has') });
    const { printed, failure } = await run(email, { create: true });
    expect({ printed, failure }).toEqual({
      printed: `Account created: ${email}\n${email} is now an administrator\nSample positions: not added`,
      failure: null,
    });
    expect(await signIn(email, typed)).toBe(200);
  });

  it('rejects --password-stdin without an option that sets the password', async () => {
    const { email } = await stranger();
    const { printed, failure } = await run(email, { isPasswordPiped: true });
    expect(failure).toBe('--password-stdin sets a password only with --create or --reset-password. Add one of them.');
    expect(printed).toBe('');
    expect(await isAdmin(email)).toBe(false);
    expect((await run(email, { isPasswordPiped: true, resetPassword: true })).failure).toBeNull();
  });

  it('never promotes an existing account with --create, and describes it', async () => {
    const { email } = await stranger();
    const { failure } = await run(email, { create: true });
    expect(failure).toMatch(/already exists: created \d\d \w{3} \d{4}, \d\d:\d\d UTC, 1 session, 1 API token\./);
    expect(failure).toContain('Nothing was changed.');
    expect(failure).toContain('--reset-password');
    expect(await isAdmin(email)).toBe(false);
    expect(await signIn(email, typed)).toBe(401);
  });

  it.each([{ create: true }, {}])('takes an account over with --reset-password and %j', async (more) => {
    const { email, reads, user } = await stranger();
    const { printed, failure } = await run(email, { ...more, resetPassword: true });
    expect(failure).toBeNull();
    expect(printed).toContain('It has a new password. Ended: 1 session, 1 API token.');
    expect(await isAdmin(email)).toBe(true);
    expect(await signIn(email, typed)).toBe(200);
    expect(await signIn(email, testPassword)).toBe(401);
    expect(await reads()).toBe(401);
    await expect(user.call.account.usage()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('removes the other ways to sign in of an account whose email was never confirmed', async () => {
    const { db } = server.deps;
    for (const emailConfirmedAt of [null, new Date()]) {
      const { email, user } = await stranger();
      const userId = user.user.id;
      await db.user.update({ where: { id: userId }, data: { emailConfirmedAt } });
      await db.identity.create({ data: { userId, issuer: 'https://id.example', subject: userId, email } });
      await setUpApp(server.deps, user);
      const { printed } = await run(email, { resetPassword: true });
      const isKept = emailConfirmedAt !== null;
      const words = 'Removed, because the email was never confirmed: 1 connected provider, the second factor.';
      if (isKept) expect(printed).not.toContain('Removed');
      else expect(printed).toContain(`Ended: 1 session, 1 API token. ${words}`);
      expect(await db.identity.count({ where: { userId } })).toBe(isKept ? 1 : 0);
      expect(await signIn(email, typed)).toBe(isKept ? 401 : 200);
    }
  });

  it('changes nothing if the new password is rejected', async () => {
    const { email, reads } = await stranger();
    const { failure } = await run(email, { resetPassword: true }, { password: 'short' });
    expect(failure).toBe('Password must be at least 6 characters');
    expect(await isAdmin(email)).toBe(false);
    expect(await reads()).toBe(200);
  });

  it('asks before it promotes an existing account', async () => {
    const { email, reads } = await stranger();
    const refused = await run(email);
    expect(refused.failure).toBe('Nothing was changed.');
    expect(refused.printed).toMatch(/already exists: created .*, 1 session, 1 API token\.\nMake .* an administrator\?/);
    expect(await isAdmin(email)).toBe(false);
    expect((await run(email, {}, { promote: true })).failure).toBeNull();
    expect(await isAdmin(email)).toBe(true);
    expect(await reads()).toBe(200);
    // The second time there is nothing to confirm.
    expect((await run(email)).printed).toBe(`${email} is already an administrator\nSample positions: not added`);
  });
});
