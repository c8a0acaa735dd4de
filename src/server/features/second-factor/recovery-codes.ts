/** Ten codes, each of which replaces the authenticator app once. */
import { randomBytes } from 'node:crypto';
import type { Database } from '~/server/db/client';
import { sha256 } from '~/server/lib/hash';
import { limits } from '~/shared/limits';

type Codes = Pick<Database, 'recoveryCode'>;

/** Without easily confused characters. With exactly 32, a random byte selects each with the same probability. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz123456789';
/** 80 bits: enough for a fast hash to be safe. */
const length = 16;

const newCode = (): string => Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');

/** For display: abcd-efgh-jkmn-pqrs. */
const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** Replaces the codes of the account. Returns the new ones, which can't be read again later. */
export async function replaceRecoveryCodes(tx: Codes, userId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, newCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: sha256(code) })) });
  return codes.map(grouped);
}

/**
 * False unless the code belongs to the account and is unused. Only the first of two concurrent uses deletes the row.
 */
export async function redeemRecoveryCode(tx: Codes, userId: string, code: string): Promise<boolean> {
  return (await tx.recoveryCode.deleteMany({ where: { userId, codeHash: sha256(code) } })).count > 0;
}
