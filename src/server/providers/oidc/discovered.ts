/** The provider's own description of itself, read with the first sign-in and again every hour. */
import type { Configuration } from 'openid-client';
import type { OidcProviderSettings } from '~/server/lib/oidc-settings';
import { OidcError } from './types';

const keptMs = 3_600_000;
/** In seconds, for each request to the provider. */
const timeout = 8;

/** A failure is not kept: the next sign-in tries again. */
export function discovered(settings: OidcProviderSettings): () => Promise<Configuration> {
  let known: { at: number; configuration: Promise<Configuration> } | undefined;
  return async () => {
    if (!known || Date.now() - known.at > keptMs) known = { at: Date.now(), configuration: discover(settings) };
    const { configuration } = known;
    try {
      return await configuration;
    } catch (error) {
      if (known?.configuration === configuration) known = undefined;
      throw new OidcError('unavailable', error);
    }
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcProviderSettings): Promise<Configuration> {
  const client = await import('openid-client');
  const url = new URL(issuer);
  const auth = clientSecret === undefined ? client.None() : undefined;
  return client.discovery(url, clientId, clientSecret, auth, {
    timeout,
    execute: [
      // The signature counts, not only the connection that the token came over.
      client.enableNonRepudiationChecks,
      // The settings accept plain http for this machine only.
      ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
  });
}
