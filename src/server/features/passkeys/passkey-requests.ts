/** Challenges for authenticators to sign: random, for one purpose and account, used once. */
import { randomBytes } from 'node:crypto';
import type { Database } from '~/server/db/client';
import { sha256 } from '~/server/lib/hash';
import { limits } from '~/shared/limits';

export type PasskeyPurpose = 'add' | 'confirm' | 'sign-in' | 'second-factor';
type Requests = Pick<Database, 'passkeyRequest'>;

export async function newPasskeyRequest(
  db: Requests,
  of: { purpose: PasskeyPurpose; userId: string | null },
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  const challengeHash = sha256(Buffer.from(challenge).toString('base64url'));
  await db.passkeyRequest.create({
    data: { ...of, challengeHash, expiresAt: new Date(Date.now() + limits.passkeyRequestMs) },
  });
  return challenge;
}

/**
 * Whether the challenge was issued by this installation and is unused; marks it as used. Only the first of two
 * concurrent calls deletes the row.
 */
export async function consumePasskeyRequest(
  db: Requests,
  of: { purpose: PasskeyPurpose; userId: string | null },
  challenge: string,
): Promise<boolean> {
  const where = { ...of, challengeHash: sha256(challenge), expiresAt: { gt: new Date() } };
  return (await db.passkeyRequest.deleteMany({ where })).count > 0;
}
