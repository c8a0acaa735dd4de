/** Keys for one purpose each, derived from the secret of the installation: SECRET_KEY, or the file that replaces it. */
import { hkdfSync } from 'node:crypto';
import path from 'node:path';
import type { Env } from '~/server/env';
import { readSecretKey } from './secret-key';

export type SecretSettings = Pick<Env, 'SECRET_KEY' | 'DATA_DIR'>;

/** The secret is read when it is needed first: an installation that encrypts nothing has none. */
export function lazyKey(env: SecretSettings, purpose: string): () => Buffer {
  let known: Buffer | undefined;
  return () => {
    known ??= derive(env.SECRET_KEY ?? readSecretKey(path.join(env.DATA_DIR, 'secret.key')), purpose);
    return known;
  };
}

const derive = (secret: string | Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
