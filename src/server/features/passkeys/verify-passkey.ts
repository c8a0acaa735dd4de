/** Verifies an authenticator's signature and records the use. */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Database } from '~/server/db/client';
import { AppError } from '~/server/lib/errors';
import type { PasskeyAssertion } from '~/shared/schemas/passkeys';
import { consumePasskeyRequest, type PasskeyPurpose } from './passkey-requests';
import { passkeyRejected } from './passkeys.errors';
import type { RelyingParty } from './relying-party';
import { loadWebAuthn } from './web-authn';

interface Expected {
  purpose: Exclude<PasskeyPurpose, 'add'>;
  /** The required owner of the passkey; null for a sign-in, where the passkey identifies the user. */
  userId: string | null;
}

/**
 * Returns the owner of the passkey. Unless a password was checked before, the authenticator must have verified its user
 * by PIN or biometrics. The stored counter never decreases, so that a cloned authenticator is detected.
 */
export async function verifyPasskey(
  { db }: { db: Pick<Database, 'passkey' | 'passkeyRequest'> },
  party: RelyingParty,
  expected: Expected,
  response: PasskeyAssertion,
): Promise<{ id: string; userId: string; name: string }> {
  const passkey = await db.passkey.findUnique({ where: { credentialId: response.id } });
  if (!passkey || (expected.userId !== null && passkey.userId !== expected.userId)) throw passkeyRejected();
  const { id, userId, name, publicKey, counter, credentialId } = passkey;
  const handle = response.response.userHandle;
  if (handle !== undefined && handle !== userHandleOf(userId)) throw passkeyRejected();
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => consumePasskeyRequest(db, expected, challenge),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
    requireUserVerification: expected.purpose !== 'second-factor',
  }).catch((error: unknown) => {
    throw error instanceof AppError ? error : passkeyRejected(error);
  });
  if (!verified) throw passkeyRejected();
  const used = BigInt(authenticationInfo.newCounter);
  // The second of two concurrent uses finds a newer counter. Authenticators without a counter always report 0.
  const isNewer = used === 0n ? { counter: 0n } : { counter: { lt: used } };
  const { count } = await db.passkey.updateMany({
    where: { id, ...isNewer },
    data: { counter: used, lastUsedAt: new Date() },
  });
  if (count === 0) throw passkeyRejected();
  return { id, userId, name };
}

/** The user handle that the authenticator stores: the account id, which reveals nothing about the user. */
export const userHandleBytes = (userId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(userId));
const userHandleOf = (userId: string): string => Buffer.from(userId).toString('base64url');
