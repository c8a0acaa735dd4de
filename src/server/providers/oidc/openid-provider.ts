import type { Configuration, IDToken, UserInfoResponse } from 'openid-client';
import type { OidcProviderSettings } from '~/server/lib/oidc-settings';
import { identityOf } from './claims';
import { createDiscovery, discover } from './discovery';
import { logoutTokens } from './logout-token';
import { OidcError, type OidcProvider } from './types';

/** For a confirmation: the maximum age of the user's sign-in at the provider, in seconds. */
const freshSeconds = 60;

/** A configured provider. It connects with the first sign-in, so that an unavailable one does not delay the start. */
export function createOidcProvider(settings: OidcProviderSettings, publicUrl: string): OidcProvider {
  const redirectUri = `${publicUrl}/auth/oidc/${settings.id}/callback`;
  const configure = createDiscovery(settings);
  const verifyLogout = logoutTokens(settings.clientId);
  return {
    settings,
    redirectUri,
    check: () => discover(settings),
    async begin({ isFresh }) {
      const [client, configuration] = [await import('openid-client'), await configure()];
      const secrets = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: [...new Set(['openid', ...settings.scopes.split(/\s+/).filter(Boolean)])].join(' '),
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        ...(isFresh && { prompt: 'login', max_age: String(freshSeconds) }),
      });
      return { url, secrets };
    },
    async finish(query, { state, nonce, verifier }, { isFresh }) {
      const [client, configuration] = [await import('openid-client'), await configure()];
      try {
        const tokens = await client.authorizationCodeGrant(configuration, new URL(`${redirectUri}${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(isFresh && { maxAge: freshSeconds }),
        });
        const claims = tokens.claims();
        if (!claims) throw new OidcError('refused', new Error('no ID token'));
        return identityOf(await withUserInfo(configuration, tokens.access_token, claims, settings), settings);
      } catch (error) {
        throw error instanceof OidcError ? error : new OidcError(await reasonOf(error), error);
      }
    },
    verifyLogout: async (token) => verifyLogout(await configure(), token),
  };
}

/**
 * Many providers return the email, whether it is verified, names or groups only from the userinfo endpoint. The ID token
 * takes precedence, because it is signed.
 */
async function withUserInfo(
  configuration: Configuration,
  accessToken: string,
  claims: IDToken,
  { groupsClaim, adminGroups, syncsGroups, trustsEmail }: OidcProviderSettings,
): Promise<IDToken> {
  const hasGroups = (adminGroups.length === 0 && !syncsGroups) || claims[groupsClaim] !== undefined;
  const hasEmail = claims.email !== undefined && (trustsEmail || claims.email_verified !== undefined);
  const isComplete = hasGroups && hasEmail && claims.given_name !== undefined;
  if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return claims;
  const { fetchUserInfo } = await import('openid-client');
  const info = await fetchUserInfo(configuration, accessToken, claims.sub).catch((error: unknown): UserInfoResponse => {
    // Only the names are missing, which are not worth a failed sign-in.
    if (hasGroups && hasEmail) return { sub: claims.sub };
    throw error;
  });
  // What it says about its own email does not apply to another one in the token.
  const isSameEmail = claims.email === undefined || info.email === claims.email;
  return { ...info, ...(!isSameEmail && { email_verified: undefined }), ...claims };
}

async function reasonOf(error: unknown): Promise<'unavailable' | 'declined' | 'refused'> {
  const { AuthorizationResponseError } = await import('openid-client');
  if (error instanceof AuthorizationResponseError) {
    const isUnavailable = error.error === 'temporarily_unavailable' || error.error === 'server_error';
    return isUnavailable ? 'unavailable' : 'declined';
  }
  // Errors of fetch without a response, including its timeout.
  const { name, code } = error as { name?: string; code?: string };
  const isUnavailable =
    name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && code === undefined);
  return isUnavailable ? 'unavailable' : 'refused';
}
