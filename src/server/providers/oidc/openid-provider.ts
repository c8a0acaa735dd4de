import type { Configuration, IDToken, UserInfoResponse } from 'openid-client';
import type { OidcProviderSettings } from '~/server/lib/oidc-settings';
import { identityOf } from './claims';
import { createDiscovery, discover } from './discovery';
import { logoutTokens } from './logout-token';
import { OidcError, type OidcProvider } from './types';

/** For a confirmation: the maximum age of the user's sign-in at the provider, in seconds. */
const freshSeconds = 60;
/** The clocks of the provider and of this server may differ, as openid-client allows. */
const toleranceSeconds = 30;

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
        });
        const claims = tokens.claims();
        if (!claims) throw new OidcError('refused', new Error('no ID token'));
        if (isFresh && !hasJustSignedIn(claims, configuration))
          throw new OidcError('refused', new Error('no proof that the user has just signed in'));
        return identityOf(await withUserInfo(configuration, tokens.access_token, claims, settings), settings);
      } catch (error) {
        throw error instanceof OidcError ? error : new OidcError(await reasonOf(error), error);
      }
    },
    verifyLogout: async (token) => verifyLogout(await configure(), token),
  };
}

/**
 * Some providers, such as Google, never return the time of the sign-in. Then the age of the token decides, whose nonce
 * belongs to this attempt. A provider that may return the time has to: otherwise it would be enough to remove max_age
 * from the URL that the browser opens.
 */
function hasJustSignedIn({ auth_time: signedInAt, iat }: IDToken, configuration: Configuration): boolean {
  const { claims_supported: listed } = configuration.serverMetadata();
  const isTimeUnknown = listed !== undefined && !listed.includes('auth_time');
  const provenAt = signedInAt ?? (isTimeUnknown ? iat : 0);
  return provenAt >= Date.now() / 1000 - freshSeconds - toleranceSeconds;
}

/**
 * Many providers return the email, whether it is verified, names or groups only from the userinfo endpoint. The ID
 * token takes precedence, because it is signed.
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
    // Names are not worth a failed sign-in. An email that stays unverified only matters for a new account.
    if (hasGroups && claims.email !== undefined) return { sub: claims.sub };
    throw error;
  });
  // What the endpoint says about its own email does not apply to a different email in the token.
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
