import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id with OWASP's parameters: 19 MiB, two passes. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Systems compose accented letters differently, so the same password may arrive as other characters. */
const composed = (password: string): string => password.normalize('NFC');

export const hashPassword = (password: string): Promise<string> => hash(composed(password), parameters);

/** Stored for an account without a password. Random, because cookies of known browsers are derived from it. */
export const noPassword = (): string => `none ${randomBytes(32).toString('base64url')}`;

export const hasPassword = (stored: string | undefined): boolean => stored?.startsWith('$argon2') ?? false;

let decoy: Promise<string> | undefined;
function decoyHash(): Promise<string> {
  decoy ??= hashPassword('the decoy of an account that does not exist');
  return decoy;
}

/**
 * Whether the password matches the hash. Without a hash (no such account) it verifies a decoy and returns false, so
 * that the response time does not reveal which emails have accounts. An account whose hash is `noPassword` has no
 * password.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const isReal = passwordHash !== undefined && hasPassword(passwordHash);
  const stored = isReal ? passwordHash : await decoyHash();
  // Earlier versions hashed the password as typed, without composing it.
  for (const spelling of new Set([composed(password), password])) if (await verify(stored, spelling)) return isReal;
  return false;
}
