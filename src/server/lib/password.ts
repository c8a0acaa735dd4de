import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id with OWASP's parameters: 19 MiB, two passes. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, parameters);

/** Stored for an account without a password. Random, because cookies of known browsers are derived from it. */
export const noPassword = (): string => `none ${randomBytes(32).toString('base64url')}`;

export const hasPassword = (stored: string | undefined): boolean => stored?.startsWith('$argon2') ?? false;

let decoy: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Without a hash (no such account) it verifies a decoy and returns false, so
 * that the response time does not reveal which emails have accounts. An account whose hash is `noPassword` has no
 * password.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  if (passwordHash && hasPassword(passwordHash)) return verify(passwordHash, password);
  decoy ??= hashPassword('the decoy of an account that does not exist');
  await verify(await decoy, password);
  return false;
}
