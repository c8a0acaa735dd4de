/** The provider's metadata, requested at the first sign-in and again every hour. */
import type { Configuration } from 'openid-client';
import type { OidcProviderSettings } from '~/server/lib/oidc-settings';
import { OidcError } from './types';

const cacheMs = 3_600_000;
/** Seconds, for each request to the provider. */
const timeout = 8;

/** An error is not cached, so the next sign-in tries again. */
export function createDiscovery(settings: OidcProviderSettings): () => Promise<Configuration> {
  let known: { at: number; configuration: Promise<Configuration> } | undefined;
  return async () => {
    if (!known || Date.now() - known.at > cacheMs) known = { at: Date.now(), configuration: discover(settings) };
    const { configuration } = known;
    try {
      return await configuration;
    } catch (error) {
      if (known?.configuration === configuration) known = undefined;
      throw new OidcError('unavailable', error);
    }
  };
}

/** Without the cache. */
export async function discover({ issuer, clientId, clientSecret }: OidcProviderSettings): Promise<Configuration> {
  const client = await import('openid-client');
  const url = new URL(issuer);
  const auth = clientSecret === undefined ? client.None() : undefined;
  return client.discovery(url, clientId, clientSecret, auth, {
    timeout,
    execute: [
      // Verify the signature too, not only the TLS connection of the token.
      client.enableNonRepudiationChecks,
      // The settings allow plain http only for this machine.
      ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
  });
}
