/** The secret of an authenticator app: stored encrypted, and bound to its account. */
import { createSeal, type SecretSettings } from '~/server/lib/installation-key';

export const authenticatorPurpose = 'qinsight: secrets of authenticator apps';

export const sealSecret = (env: SecretSettings, userId: string, secret: string): string =>
  createSeal(env, authenticatorPurpose).seal(userId, secret);

/** Null if neither the current nor a former secret of the installation decrypts it. */
export const openSecret = (env: SecretSettings, userId: string, sealed: string): string | null =>
  createSeal(env, authenticatorPurpose).open(userId, sealed)?.text ?? null;
