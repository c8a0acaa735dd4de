/** The provider's metadata, requested at the first sign-in and again every hour. */
import type { ClientAuth, Configuration } from 'openid-client';
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
  return client.discovery(url, clientId, clientSecret, authentication(client, clientSecret), {
    timeout,
    execute: [
      // Verify the signature too, not only the TLS connection of the token.
      client.enableNonRepudiationChecks,
      // The settings allow plain http only for this machine.
      ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
  });
}

/**
 * The secret is sent in the body, as most providers accept, unless the provider takes only the header. The header is
 * also the default of a provider that lists no method.
 */
function authentication(client: typeof import('openid-client'), secret: string | undefined): ClientAuth {
  if (secret === undefined) return client.None();
  const [inHeader, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...request) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const isHeaderOnly = methods.includes('client_secret_basic') && !methods.includes('client_secret_post');
    return (isHeaderOnly ? inHeader : inBody)(server, ...request);
  };
}
