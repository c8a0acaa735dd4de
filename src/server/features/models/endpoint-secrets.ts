/** The key, extra headers and proxy of an endpoint: stored encrypted, for the address they were entered with alone. */
import { hkdfSync } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import type { Env } from '~/server/env';
import { openText, sealText } from '~/server/lib/sealed-text';
import { readSecretKey } from '~/server/lib/secret-key';

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

/** The secret is read when it is needed first: an installation without endpoints has none. */
export function createSecretBox(env: Pick<Env, 'SECRET_KEY' | 'DATA_DIR'>): SecretBox {
  let known: Buffer | undefined;
  const key = () => {
    known ??= deriveKey(env.SECRET_KEY ?? readSecretKey(path.join(env.DATA_DIR, 'secret.key')));
    return known;
  };
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

const deriveKey = (secret: string | Buffer) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'qinsight: secrets of model endpoints', 32));
