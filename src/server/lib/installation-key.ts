/**
 * Derives a key per purpose from the secret of the installation: SECRET_KEY, or the file that replaces it. Former
 * secrets still decrypt, so that the secret can be changed without losing encrypted data.
 */
import { hkdfSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { openText, sealText } from './sealed-text';
import { readSecretKey } from './secret-key';

/** The settings of these names. */
export interface SecretSettings {
  SECRET_KEY?: string | undefined;
  SECRET_KEY_PREVIOUS: readonly string[];
  DATA_DIR: string;
}

export interface OpenedSeal {
  text: string;
  /** The secret that decrypted it. */
  by: 'current' | 'former';
}

/** Encrypts for one purpose with the current secret, and decrypts with it or a former one. */
export interface Seal {
  seal(context: string, text: string): string;
  /** Null if no known secret decrypts it in this context. Creates no secret. */
  open(context: string, sealed: string): OpenedSeal | null;
}

/** Secrets are loaded on first use: an installation that encrypts nothing has none. */
export function createSeal(env: SecretSettings, purpose: string): Seal {
  const derive = (secret: string | Buffer) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  let current: Buffer | undefined;
  let former: Buffer[] | undefined;
  return {
    seal(context, text) {
      current ??= derive(env.SECRET_KEY ?? readSecretKey(fileOf(env)));
      return sealText(current, context, text);
    },
    open(context, sealed) {
      if (!current) {
        const secret = env.SECRET_KEY ?? readIfThere(fileOf(env));
        current = secret === undefined ? undefined : derive(secret);
      }
      const text = current ? openText(current, context, sealed) : null;
      if (text !== null) return { text, by: 'current' };
      former ??= formerSecrets(env).map(derive);
      for (const key of former) {
        const old = openText(key, context, sealed);
        if (old !== null) return { text: old, by: 'former' };
      }
      return null;
    },
  };
}

const fileOf = ({ DATA_DIR }: SecretSettings) => path.join(DATA_DIR, 'secret.key');

/** The generated secret counts as a former one once SECRET_KEY is set, or after its file was renamed for a new one. */
function formerSecrets(env: SecretSettings): (string | Buffer)[] {
  const files = [...(env.SECRET_KEY === undefined ? [] : [fileOf(env)]), `${fileOf(env)}.previous`];
  return [...env.SECRET_KEY_PREVIOUS, ...files.flatMap((file) => readIfThere(file) ?? [])];
}

const readIfThere = (file: string): Buffer | undefined => (existsSync(file) ? readSecretKey(file) : undefined);
