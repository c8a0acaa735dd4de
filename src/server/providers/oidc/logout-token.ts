/** Verifies the logout tokens of OpenID Connect Back-Channel Logout 1.0, section 2.6. */
import type { Configuration } from 'openid-client';
import { z } from 'zod';
import { type LogoutTokenTarget, OidcError } from './types';

const event = 'http://schemas.openid.net/event/backchannel-logout';
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const logoutClaims = z
  .object({
    iss: z.string(),
    sub: z.string().min(1).optional(),
    sid: z.string().min(1).optional(),
    jti: z.string(),
    events: z.object({ [event]: z.record(z.string(), z.unknown()) }),
    // ID tokens have a nonce, and must not be accepted as logout tokens.
    nonce: z.never().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/** Returns a function that verifies tokens for one client of one provider. */
export function logoutTokens(
  clientId: string,
): (configuration: Configuration, token: string) => Promise<LogoutTokenTarget> {
  let keys: { uri: string; set: ReturnType<typeof import('jose').createRemoteJWKSet> } | undefined;
  return async (configuration, token) => {
    const jose = await import('jose');
    const { issuer, jwks_uri: uri } = configuration.serverMetadata();
    if (!uri) throw new OidcError('unavailable', new Error('the provider has no jwks_uri'));
    if (keys?.uri !== uri) keys = { uri, set: jose.createRemoteJWKSet(new URL(uri)) };
    try {
      const { payload } = await jose.jwtVerify(token, keys.set, {
        issuer,
        audience: clientId,
        algorithms,
        maxTokenAge: '5 minutes',
        clockTolerance: 30,
      });
      const { iss, sub = null, sid = null } = logoutClaims.parse(payload);
      return { issuer: iss, subject: sub, sid };
    } catch (error) {
      throw new OidcError('refused', error);
    }
  };
}
