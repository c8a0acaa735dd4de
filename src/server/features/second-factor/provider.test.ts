/** Single sign-on and the second factor: OIDC_SECOND_FACTOR decides whether the provider's own one is sufficient. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '~/server/deps';
import type { SessionToken } from '~/server/lib/session-token';
import { callHttp, serveApp, sessionFrom } from '~/server/testing/clients/http-client';
import { type Browser, openBrowser } from '~/server/testing/clients/round-trip';
import { freePort } from '~/server/testing/fakes/free-port';
import { startOpenIdProvider, type TestProvider, testClient } from '~/server/testing/fakes/openid-provider';
import { setUpApp } from '~/server/testing/worlds/second-factor';
import {
  callerFor,
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
} from '~/server/testing/worlds/test-server';

const publicUrl = 'https://insight.example.com';
const callback = `${publicUrl}/auth/oidc/sso/callback`;
let provider: TestProvider;
let server: TestServer;
let address: string;

beforeAll(async () => {
  const port = await freePort();
  server = await startTestServer({
    env: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
      OIDC_CLIENT_ID: testClient.id,
      OIDC_CLIENT_SECRET: testClient.secret,
      OIDC_NAME: 'Acme',
    },
  });
  address = await server.listen();
  const logoutUri = `${address}/auth/oidc/sso/backchannel-logout`;
  const user = { sub: 'nobody', email: 'nobody@example.com', email_verified: true };
  provider = await startOpenIdProvider({ port, redirectUri: callback, logoutUri, user });
});
afterAll(async () => {
  await provider.close();
  await server.close();
});

/** An account that is also connected to the provider. */
async function connected(): Promise<TestUser> {
  const ada = await signUp(server.deps);
  const { id: userId, email } = ada.user;
  await server.deps.db.identity.create({ data: { userId, issuer: provider.issuer, subject: userId, email } });
  provider.user = { sub: userId, email, email_verified: true };
  return ada;
}

async function roundTrip(to: string): Promise<{ location: string; browser: Browser }> {
  const browser = openBrowser();
  const back = await browser.follow(`${to}/auth/oidc/sso/start?redirect=/qinvest`, callback);
  const response = await browser.open(back.replace(publicUrl, to));
  return { location: response.headers.get('location') ?? '', browser };
}
const sessionOf = (browser: Browser, at: string) =>
  (browser.cookies(at).get('__Host-qinsight_session') ?? null) as SessionToken | null;

const withSettings = (settings: Partial<Deps['env']>) =>
  serveApp({ ...server.deps, env: { ...server.deps.env, ...settings } } as Deps);

describe('an account with a second factor', () => {
  it('requires its code after the provider too, and the session still belongs to the provider', async () => {
    const ada = await connected();
    const app = await setUpApp(server.deps, ada);
    const { location, browser } = await roundTrip(address);
    expect(location).toBe('/auth?step=code&redirect=%2Fqinvest');
    expect(sessionOf(browser, address)).toBeNull();
    const challenge = browser.cookies(address).get('__Host-qinsight_challenge');
    const headers = { cookie: `__Host-qinsight_challenge=${challenge}` };
    const code = await app.newCode();
    const signedIn = await callHttp(address, 'mutation', 'secondFactor.signIn', { code }, { headers });
    expect(signedIn).toMatchObject({ status: 200, data: { email: ada.user.email } });
    expect(sessionFrom(signedIn.headers)).not.toBeNull();
    const where = { userId: ada.user.id, identity: { subject: ada.user.id } };
    expect(await server.deps.db.session.count({ where })).toBe(1);
    const [trace] = await server.deps.db.auditEvent.findMany({ where: { kind: 'sign-in', actorId: ada.user.id } });
    expect(trace).toMatchObject({ details: { provider: 'Acme', code: 'authenticator app' } });
  });

  it('can no longer enter the code after a logout at the provider', async () => {
    const ada = await connected();
    const app = await setUpApp(server.deps, ada);
    const signInAfter = async (signOut: (sid: string) => Promise<void>) => {
      const { browser } = await roundTrip(address);
      const where = { userId: ada.user.id };
      const { providerSid } = await server.deps.db.signInChallenge.findFirstOrThrow({ where });
      await signOut(providerSid ?? '');
      const cookie = `__Host-qinsight_challenge=${browser.cookies(address).get('__Host-qinsight_challenge')}`;
      const code = await app.newCode();
      return (await callHttp(address, 'mutation', 'secondFactor.signIn', { code }, { headers: { cookie } })).status;
    };
    expect(await signInAfter((sid) => provider.signOut(ada.user.id, sid))).toBe(401);
    expect(await signInAfter(() => provider.signOut(ada.user.id, 'another session'))).toBe(200);
  });

  it('is signed in at once if the provider is trusted to require one', async () => {
    const ada = await connected();
    await setUpApp(server.deps, ada);
    const app = await withSettings({ OIDC_SECOND_FACTOR: 'trust' });
    const { location, browser } = await roundTrip(app.address);
    expect(location).toBe('/qinvest');
    expect(sessionOf(browser, app.address)).not.toBeNull();
    await app.close();
  });
});

describe('a required second factor', () => {
  it('must be set up here after the provider, unless the provider is trusted', async () => {
    await connected();
    for (const [rule, mustSetUp] of [
      ['ask', true],
      ['trust', undefined],
    ] as const) {
      const settings = { REQUIRE_SECOND_FACTOR: 'everybody', OIDC_SECOND_FACTOR: rule } as const;
      const app = await withSettings(settings);
      const { browser } = await roundTrip(app.address);
      const deps = { ...server.deps, env: { ...server.deps.env, ...settings } } as Deps;
      const user = await callerFor(deps, sessionOf(browser, app.address)).auth.user();
      expect(user?.mustSetUpSecondFactor).toBe(mustSetUp);
      await app.close();
    }
  });

  it('of a trusted provider does not count for a session opened with a password', async () => {
    const ada = await connected();
    const settings = { REQUIRE_SECOND_FACTOR: 'everybody', OIDC_SECOND_FACTOR: 'trust' } as const;
    const deps = { ...server.deps, env: { ...server.deps.env, ...settings } } as Deps;
    expect(await callerFor(deps, ada.sessionToken).auth.user()).toMatchObject({ mustSetUpSecondFactor: true });
  });
});
