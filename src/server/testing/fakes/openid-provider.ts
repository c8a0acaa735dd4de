/** A real OpenID provider (the package oidc-provider) on this machine, which signs in its next user without a form. */
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

export interface ProviderUser {
  sub: string;
  email: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  groups?: string[];
}

export interface TestProvider {
  issuer: string;
  /** The user that the provider signs in next. */
  user: ProviderUser;
  /** Signs a user out and notifies the client, as at the end of a provider session. */
  signOut(sub: string, sid?: string): Promise<void>;
  close(): Promise<void>;
}

export const testClient = { id: 'qinsight', secret: 'a secret of the tests, long enough' };

export async function startOpenIdProvider(options: {
  port: number;
  redirectUri: string;
  /** The URL at which qInsight actually listens. */
  logoutUri?: string;
  user: ProviderUser;
}): Promise<TestProvider> {
  const issuer = `http://127.0.0.1:${options.port}`;
  const users = new Map<string, ProviderUser>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: testClient.id,
        client_secret: testClient.secret,
        redirect_uris: [options.redirectUri],
        ...(options.logoutUri && {
          backchannel_logout_uri: options.logoutUri,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
      groups: ['groups'],
    },
    // The default fetch refuses to call this machine.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...users.get(sub), sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const started: TestProvider = {
    issuer,
    user: options.user,
    async signOut(sub, sid) {
      const client = await provider.Client.find(testClient.id);
      if (!client) throw new Error('the provider has no such client');
      // The published types omit the method.
      await (client as unknown as { backchannelLogout(sub: string, sid?: string): Promise<void> }).backchannelLogout(
        sub,
        sid,
      );
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    const { user } = started;
    users.set(user.sub, user);
    void provider.interactionFinished(request, response, { login: { accountId: user.sub } });
  });
  await new Promise<void>((resolve) => server.listen(options.port, '127.0.0.1', resolve));
  return started;
}
