/** The secret of an authenticator app: stored encrypted, and bound to its account. */
import { createSeal, type SecretSettings } from '~/server/lib/installation-key';

export const authenticatorPurpose = 'qinsight: secrets of authenticator apps';

export const sealSecret = (env: SecretSettings, userId: string, secret: string): string =>
  createSeal(env, authenticatorPurpose).seal(userId, secret);

/** Null when neither the secret of the installation nor a former one decrypts it. */
export const openSecret = (env: SecretSettings, userId: string, sealed: string): string | null =>
  createSeal(env, authenticatorPurpose).open(userId, sealed)?.text ?? null;
