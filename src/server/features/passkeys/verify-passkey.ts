/** Checks what an authenticator signed, and stores the use. */
import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Database } from '~/server/db/client';
import { AppError } from '~/server/lib/errors';
import type { PasskeyAssertion } from '~/shared/schemas/passkeys';
import { type PasskeyPurpose, takePasskeyRequest } from './passkey-requests';
import { passkeyRefused } from './passkeys.errors';
import type { RelyingParty } from './relying-party';

interface Expected {
  purpose: Exclude<PasskeyPurpose, 'add'>;
  /** Whose passkey it must be; null for a sign-in, where the passkey decides. */
  userId: string | null;
}

/**
 * Returns whose passkey it is. Without a password before it, the authenticator must have verified its user, by a PIN or
 * a fingerprint. The stored counter never goes back: a copied authenticator is noticed.
 */
export async function verifyPasskey(
  { db }: { db: Pick<Database, 'passkey' | 'passkeyRequest'> },
  party: RelyingParty,
  expected: Expected,
  response: PasskeyAssertion,
): Promise<{ id: string; userId: string; name: string }> {
  const passkey = await db.passkey.findUnique({ where: { credentialId: response.id } });
  if (!passkey || (expected.userId !== null && passkey.userId !== expected.userId)) throw passkeyRefused();
  const { id, userId, name, publicKey, counter, credentialId } = passkey;
  const handle = response.response.userHandle;
  if (handle !== undefined && handle !== userHandleOf(userId)) throw passkeyRefused();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => takePasskeyRequest(db, expected, challenge),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
    requireUserVerification: expected.purpose !== 'second-factor',
  }).catch((error: unknown) => {
    throw error instanceof AppError ? error : passkeyRefused(error);
  });
  if (!verified) throw passkeyRefused();
  const used = BigInt(authenticationInfo.newCounter);
  // Of two uses at once one finds its counter passed. Authenticators that do not count always report 0.
  const isNewer = used === 0n ? { counter: 0n } : { counter: { lt: used } };
  const { count } = await db.passkey.updateMany({
    where: { id, ...isNewer },
    data: { counter: used, lastUsedAt: new Date() },
  });
  if (count === 0) throw passkeyRefused();
  return { id, userId, name };
}

/** What the authenticator keeps for the account: its id, which says nothing about its user. */
export const userHandleBytes = (userId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(userId));
const userHandleOf = (userId: string): string => Buffer.from(userId).toString('base64url');
