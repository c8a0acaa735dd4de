/** What is read from the responses of providers that differ from each other. */
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OidcProviderSettings } from '~/server/lib/oidc-settings';
import { type HostileProvider, startHostileProvider } from '~/server/testing/fakes/hostile-openid-provider';
import { createOidcProvider } from './openid-provider';
import type { VerifiedIdentity } from './types';

let fake: HostileProvider;

beforeAll(async () => {
  fake = await startHostileProvider();
});
afterAll(() => fake.close());
beforeEach(() => {
  fake.userInfo = undefined;
  fake.metadata = {};
  fake.exchanges.length = 0;
});

const seconds = () => Math.floor(Date.now() / 1000);

const settings = (): OidcProviderSettings => ({
  id: 'sso',
  name: 'Acme',
  issuer: fake.issuer,
  clientId: 'qinsight',
  clientSecret: 'a secret',
  scopes: 'openid email profile',
  emailDomains: [],
  trustsEmail: false,
  createsAccounts: true,
  groupsClaim: 'groups',
  adminGroups: [],
  syncsGroups: false,
});

/** A whole sign-in: `claims` are the ones of the ID token besides those of the protocol. */
async function signIn(
  claims: JWTPayload,
  { isFresh = false, ...changed }: Partial<OidcProviderSettings> & { isFresh?: boolean } = {},
): Promise<VerifiedIdentity> {
  const provider = createOidcProvider({ ...settings(), ...changed }, 'https://insight.example.com');
  const { secrets } = await provider.begin({ isFresh });
  const { nonce, state } = secrets;
  const protocol = { iss: fake.issuer, aud: 'qinsight', sub: 'ada', nonce, iat: seconds(), exp: seconds() + 300 };
  fake.idToken = () => fake.sign({ ...protocol, ...claims });
  return provider.finish(`?code=c&state=${state}`, secrets, { isFresh });
}

/** As of Okta's organization server. */
const thinToken = { email: 'ada@example.com', name: 'Ada Lovelace' };
const fullInfo = {
  ...thinToken,
  sub: 'ada',
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lovelace',
};

describe('an ID token with an email only', () => {
  it('is completed by the userinfo endpoint', async () => {
    fake.userInfo = fullInfo;
    expect(await signIn(thinToken)).toMatchObject({
      email: 'ada@example.com',
      isEmailVerified: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
    });
  });

  it('has no verified email if the userinfo endpoint verifies another one', async () => {
    fake.userInfo = { ...fullInfo, email: 'eve@example.org' };
    expect(await signIn(thinToken)).toMatchObject({ email: 'ada@example.com', isEmailVerified: false });
  });

  it('keeps its own email_verified', async () => {
    fake.userInfo = fullInfo;
    const identity = await signIn({ ...thinToken, email_verified: false });
    expect(identity).toMatchObject({ isEmailVerified: false, firstName: 'Ada' });
  });

  it('is enough without the userinfo endpoint, except for the names and for an email that is not trusted', async () => {
    fake.metadata = { userinfo_endpoint: `${fake.issuer}/unavailable` };
    expect(await signIn(thinToken, { trustsEmail: true })).toMatchObject({
      isEmailVerified: true,
      firstName: 'Ada Lovelace',
    });
    expect(await signIn(thinToken)).toMatchObject({ subject: 'ada', isEmailVerified: false });
  });
});

describe('a confirmation', () => {
  /** As of Google. */
  const withoutAuthTime = { claims_supported: ['aud', 'email', 'exp', 'iat', 'iss', 'sub'] };
  const confirm = (claims: JWTPayload) => signIn(claims, { isFresh: true });

  it('asks the provider to have the user sign in again', async () => {
    const { url } = await createOidcProvider(settings(), 'https://insight.example.com').begin({ isFresh: true });
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ prompt: 'login', max_age: '60' });
  });

  it('requires a sign-in of the last minute, also of a provider that need not return its time', async () => {
    for (const metadata of [{}, withoutAuthTime]) {
      fake.metadata = metadata;
      expect(await confirm({ auth_time: seconds() - 30 })).toMatchObject({ subject: 'ada' });
      await expect(confirm({ auth_time: seconds() - 120 })).rejects.toThrow('OpenID Connect: refused');
    }
  });

  it.each([
    ['does not list its claims', {}],
    ['lists the time', { claims_supported: ['sub', 'auth_time'] }],
  ])('is refused without the time of the sign-in if the provider %s', async (_what, metadata) => {
    fake.metadata = metadata;
    await expect(confirm({})).rejects.toThrow('OpenID Connect: refused');
  });

  it('without the time of the sign-in takes a token of the last minute, if the provider lists no such claim', async () => {
    fake.metadata = withoutAuthTime;
    expect(await confirm({})).toMatchObject({ subject: 'ada' });
    await expect(confirm({ iat: seconds() - 120 })).rejects.toThrow('OpenID Connect: refused');
    await expect(confirm({ nonce: 'of another attempt' })).rejects.toThrow('OpenID Connect: refused');
  });
});

describe('the secret of the client', () => {
  const basic = `Basic ${btoa('qinsight:a+%26+secret')}`;

  it.each([
    ['in the header if the provider lists no method', undefined, basic],
    ['in the header if the provider takes no other method', ['client_secret_basic', 'private_key_jwt'], basic],
    ['in the body if the provider takes both', ['client_secret_basic', 'client_secret_post'], undefined],
    ['in the body if the provider takes only that', ['client_secret_post'], undefined],
  ])('is sent %s', async (_what, methods, authorization) => {
    fake.metadata = { token_endpoint_auth_methods_supported: methods };
    await signIn(thinToken, { clientSecret: 'a & secret' });
    expect(fake.authorization).toBe(authorization);
    expect(fake.exchanges[0]?.get('client_secret')).toBe(authorization ? null : 'a & secret');
  });

  it('is not sent by a public client', async () => {
    await signIn(thinToken, { clientSecret: undefined });
    expect(fake.authorization).toBeUndefined();
    expect(Object.fromEntries(fake.exchanges[0] ?? [])).toMatchObject({ client_id: 'qinsight' });
  });
});
