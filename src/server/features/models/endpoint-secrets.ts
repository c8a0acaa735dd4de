/** The key, extra headers and proxy of an endpoint, stored encrypted and bound to the URL they were entered with. */
import { z } from 'zod';
import { createSeal, type SecretSettings } from '~/server/lib/installation-key';

const secretsSchema = z.object({
  apiKey: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  proxyUrl: z.string().optional(),
});
export type EndpointSecrets = z.infer<typeof secretsSchema>;

/** Keys of search providers are encrypted for the same purpose. */
export const endpointSecretsPurpose = 'qinsight: secrets of model endpoints';

export interface SecretBox {
  /** Null if there are no secrets. */
  seal(baseUrl: string, secrets: EndpointSecrets): string | null;
  /** Null if neither the current nor a former secret of the installation decrypts it. */
  open(baseUrl: string, sealed: string | null): EndpointSecrets | null;
}

export function createSecretBox(env: SecretSettings): SecretBox {
  const seal = createSeal(env, endpointSecretsPurpose);
  return {
    seal(baseUrl, secrets) {
      const entries = Object.entries(secrets).filter(([, value]) => value !== undefined);
      return entries.length === 0 ? null : seal.seal(originOf(baseUrl), JSON.stringify(Object.fromEntries(entries)));
    },
    open(baseUrl, sealed) {
      if (sealed === null) return {};
      const opened = seal.open(originOf(baseUrl), sealed);
      return opened && secretsSchema.parse(JSON.parse(opened.text));
    },
  };
}

/** If a row's URL is changed to another host in the database, its key can't be decrypted for that host. */
export const originOf = (baseUrl: string): string => new URL(baseUrl).origin;
