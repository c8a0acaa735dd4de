/** A passkey as the second factor, after the password. */
import type { Caller } from '~/server/auth/caller';
import type { Deps } from '~/server/deps';
import { passkeyRejected } from '~/server/features/passkeys/passkeys.errors';
import { passkeyOptionsFor } from '~/server/features/passkeys/passkeys.service';
import type { RelyingParty } from '~/server/features/passkeys/relying-party';
import { verifyPasskey } from '~/server/features/passkeys/verify-passkey';
import { AppError } from '~/server/lib/errors';
import type { PasskeyAssertion } from '~/shared/schemas/passkeys';
import { challengeExpired } from './second-factor.errors';
import { pendingChallenge, type SecondFactor } from './sign-in-challenge';

export async function pendingPasskeyOptions(deps: Deps, party: RelyingParty, caller: Caller): Promise<object> {
  const pending = await pendingChallenge(deps, caller);
  if (!pending) throw challengeExpired();
  await deps.rateLimiter.consume('passkeyByAddress', caller.ip);
  return passkeyOptionsFor(deps, party, { purpose: 'second-factor', userId: pending.userId });
}

export const signedPasskey = (party: RelyingParty, response: PasskeyAssertion): SecondFactor => ({
  async redeem(tx, userId) {
    try {
      await verifyPasskey({ db: tx }, party, { purpose: 'second-factor', userId }, response);
      return 'passkey';
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  },
  wrong: passkeyRejected,
});
