/**
 * Sensitive actions ask again for the password or a passkey, so that someone with access to the browser can't perform
 * them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appRouter } from '~/server/router';
import { callHttp } from '~/server/testing/clients/http-client';
import { freePort } from '~/server/testing/fakes/free-port';
import { testClient } from '~/server/testing/fakes/openid-provider';
import { setUpApp } from '~/server/testing/worlds/second-factor';
import {
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';

type Input = Record<string, unknown>;

/** Inputs that are valid except for the password, for an administrator without a second factor. */
const actions: Record<string, () => Input> = {
  'auth.changePassword': () => ({ newPassword: 'another long password' }),
  'account.delete': () => ({ email: admin.user.email }),
  'tokens.create': () => ({ name: 'Robot' }),
  'secondFactor.begin': () => ({}),
  'passkeys.begin': () => ({}),
  'identities.connect': () => ({ providerId: 'sso' }),
  'admin.setAdmin': () => ({ userId: other.user.id, isAdmin: true }),
  'admin.resetSecondFactor': () => ({ userId: other.user.id }),
  'scim.createToken': () => ({ name: 'Directory' }),
  'invitations.create': () => ({ email: 'newcomer@example.com', isAdmin: true }),
};

/** For a user with an authenticator app, a passkey and an identity at a provider. */
const removals: Record<string, () => Input> = {
  'secondFactor.renewCodes': () => ({}),
  'secondFactor.turnOff': () => ({}),
  'passkeys.remove': () => ({ id: passkeyId }),
  'identities.disconnect': () => ({ id: identityId }),
};

/** Here the password signs the user in, or protects a link. */
const others = new Set([
  'auth.login',
  'auth.register',
  'invitations.accept',
  'passwordReset.finish',
  'shares.create',
  'shares.update',
]);

let server: TestServer;
let address: string;
let admin: TestUser;
let other: TestUser;
let passkeyId: string;
let identityId: string;

beforeAll(async () => {
  const oidc = { OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`, OIDC_CLIENT_ID: testClient.id };
  server = await startTestServer({ env: { PUBLIC_URL: 'http://localhost:3000', ...oidc } });
  address = await server.listen();
  admin = await signUp(server.deps, { isAdmin: true });
  other = await signUp(server.deps);
  await setUpApp(server.deps, other);
  const { id: userId } = other.user;
  const passkey = { userId, name: 'Key', credentialId: 'a', publicKey: Buffer.from('b') };
  ({ id: passkeyId } = await server.deps.db.passkey.create({ data: passkey }));
  const identity = { userId, issuer: 'https://id.example.com', subject: 'ada' };
  ({ id: identityId } = await server.deps.db.identity.create({ data: identity }));
});
afterAll(() => server.close());

const attempt = async (path: string, by: TestUser, password?: string) => {
  const name = path === 'auth.changePassword' ? 'currentPassword' : 'password';
  const input = { ...(actions[path] ?? removals[path])?.(), ...(password !== undefined && { [name]: password }) };
  const { message } = await callHttp(address, 'mutation', path, input, by);
  await server.deps.rateLimiter.reset('passwordByAccount', by.user.id);
  return message;
};

/** The data that the actions would change. */
const stored = async () => {
  const { db } = server.deps;
  return {
    admins: await db.user.count({ where: { isAdmin: true } }),
    ways: [await db.passkey.count(), await db.identity.count(), await db.authenticatorApp.count()],
    new: [await db.apiToken.count(), await db.scimToken.count(), await db.invitation.count()],
  };
};

describe('a sensitive action', () => {
  it.each([...Object.keys(actions), ...Object.keys(removals)])('%s requires the password again', async (path) => {
    const by = path in actions ? admin : other;
    const before = await stored();
    expect(await attempt(path, by)).toMatch(/password is required/i);
    expect(await attempt(path, by, 'not the password')).toMatch(/password is incorrect/i);
    expect(await stored()).toEqual(before);
  });

  it('rejects any other password', async () => {
    expect(await attempt('secondFactor.begin', admin, testPassword)).toBeUndefined();
  });

  it('is on this list if its input contains a password', () => {
    const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>;
    const taking = Object.entries(procedures).filter(([, { _def }]) => {
      const [input] = _def.inputs;
      if (!input) return false;
      const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
      return 'password' in properties || 'currentPassword' in properties;
    });
    const names = taking.map(([name]) => name).filter((name) => !others.has(name));
    expect(names.sort()).toEqual([...Object.keys(actions), ...Object.keys(removals)].sort());
  });
});
