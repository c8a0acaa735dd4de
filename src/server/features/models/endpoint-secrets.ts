/** The key, extra headers and proxy of an endpoint: stored encrypted, for the address they were entered with alone. */
import { z } from 'zod';
import { lazyKey, type SecretSettings } from '~/server/lib/installation-key';
import { openText, sealText } from '~/server/lib/sealed-text';

const secretsSchema = z.object({
  apiKey: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  proxyUrl: z.string().optional(),
});
export type EndpointSecrets = z.infer<typeof secretsSchema>;

export interface SecretBox {
  /** Null when there is nothing to keep. */
  seal(baseUrl: string, secrets: EndpointSecrets): string | null;
  /** Null when the secret of the installation is another one now. */
  open(baseUrl: string, sealed: string | null): EndpointSecrets | null;
}

export function createSecretBox(env: SecretSettings): SecretBox {
  const key = lazyKey(env, 'qinsight: secrets of model endpoints');
  return {
    seal(baseUrl, secrets) {
      const kept = Object.entries(secrets).filter(([, value]) => value !== undefined);
      return kept.length === 0 ? null : sealText(key(), originOf(baseUrl), JSON.stringify(Object.fromEntries(kept)));
    },
    open(baseUrl, sealed) {
      if (sealed === null) return {};
      const text = openText(key(), originOf(baseUrl), sealed);
      return text === null ? null : secretsSchema.parse(JSON.parse(text));
    },
  };
}

/** A row that is pointed to another host in the database does not take the key there. */
export const originOf = (baseUrl: string): string => new URL(baseUrl).origin;
