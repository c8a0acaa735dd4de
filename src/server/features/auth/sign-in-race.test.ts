/** A sign-in whose account changes after its password, passkey or identity was checked and before its session exists. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '~/server/deps';
import { linkHashOf, newLinkToken } from '~/server/features/email-links/email-links';
import { openSession } from '~/server/features/identities/identity-sessions';
import { setUpApp } from '~/server/testing/worlds/second-factor';
import {
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';
import { login } from './auth.service';

const newPassword = 'battery staple';
const caller = { ip: '127.0.0.1', device: 'slow', requestId: 'r' };
let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());

/** The limit is forgotten once the password was right: the last step before the session. */
function pausedAfterPassword(change: () => Promise<unknown>): Deps {
  const { rateLimiter } = server.deps;
  const paused = new Proxy(rateLimiter, {
    get(target, name) {
      if (name !== 'reset') return Reflect.get(target, name).bind(target);
      return async (...args: Parameters<typeof rateLimiter.reset>) => {
        if (args[0] === 'signInByCaller') await change();
        return target.reset(...args);
      };
    },
  });
  return { ...server.deps, rateLimiter: paused };
}
const slowSignIn = ({ user }: TestUser, change: () => Promise<unknown>) =>
  login(pausedAfterPassword(change), { email: user.email, password: testPassword }, caller);
const slowSessions = async ({ user }: TestUser) => {
  const sessions = await server.deps.db.session.findMany({ where: { userId: user.id } });
  return sessions.filter(({ sess }) => (sess as { device?: string }).device === 'slow');
};

async function resetPassword({ user }: TestUser): Promise<void> {
  const token = newLinkToken();
  const data = { tokenHash: linkHashOf(token), userId: user.id, purpose: 'reset-password' };
  await server.deps.db.emailLink.create({ data: { ...data, expiresAt: new Date(Date.now() + 60_000) } });
  await admin.call.passwordReset.complete({ token, newPassword });
}
const lock = ({ user }: TestUser, isLocked: boolean) => admin.call.admin.lock({ userId: user.id, isLocked });

describe('a sign-in with the password', () => {
  it.each([
    [
      'a password change',
      ({ call }: TestUser) => call.auth.changePassword({ currentPassword: testPassword, newPassword }),
    ],
    ['a password reset', resetPassword],
    ['a lock, even once it is removed', (ada: TestUser) => lock(ada, true)],
  ])('opens no session after %s', async (_what, change) => {
    const ada = await signUp(server.deps);
    await expect(slowSignIn(ada, () => change(ada) as Promise<unknown>)).rejects.toThrow('Invalid email or password');
    await lock(ada, false);
    expect(await slowSessions(ada)).toEqual([]);
  });

  it('needs the code of a second factor that was set up in between', async () => {
    const ada = await signUp(server.deps);
    const { user, cookies } = await slowSignIn(ada, () => setUpApp(server.deps, ada));
    expect(user).toBeNull();
    expect(cookies).toEqual([expect.stringMatching(/^qinsight_challenge=/)]);
    expect(await slowSessions(ada)).toEqual([]);
  });

  it('creates no challenge after a password change', async () => {
    const ada = await signUp(server.deps);
    await setUpApp(server.deps, ada);
    const change = () => ada.call.auth.changePassword({ currentPassword: testPassword, newPassword });
    await expect(slowSignIn(ada, change)).rejects.toThrow('Invalid email or password');
    expect(await server.deps.db.signInChallenge.count({ where: { userId: ada.user.id } })).toBe(0);
  });
});

describe('a sign-in through a provider', () => {
  it('opens no session after a lock, or after the identity was disconnected', async () => {
    const ada = await signUp(server.deps);
    const { db } = server.deps;
    const of = { userId: ada.user.id, issuer: 'https://id.example.com' };
    const { id: identityId } = await db.identity.create({ data: { ...of, subject: ada.user.id } });
    const open = () => openSession(server.deps, { userId: ada.user.id, identityId, sid: null }, caller);
    await lock(ada, true);
    await expect(open()).rejects.toThrow('locked');
    await lock(ada, false);
    await db.identity.delete({ where: { id: identityId } });
    await expect(open()).rejects.toThrow('refused');
    expect(await slowSessions(ada)).toEqual([]);
  });
});
