/** Checks a code of the second factor and uses it up, so that no code is accepted twice. */
import type { Caller } from '~/server/auth/caller';
import { knownBrowserId } from '~/server/auth/known-browser';
import { secondFactorSince } from '~/server/auth/second-factor';
import type { Transaction } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { callerKey } from '~/server/lib/rate-limit';
import { openSecret } from './authenticator-secret';
import { redeemRecoveryCode } from './recovery-codes';
import { stepOf } from './totp';

export type CodeKind = 'authenticator app' | 'recovery code' | 'passkey';

/** The kind of the code; null if it is wrong, expired or already used. `code` must be parsed by `secondFactorCode`. */
export async function redeemCode(
  { env }: Pick<Deps, 'env'>,
  tx: Transaction,
  userId: string,
  code: string,
): Promise<CodeKind | null> {
  if (!/^\d{6}$/.test(code)) return (await redeemRecoveryCode(tx, userId, code)) ? 'recovery code' : null;
  const app = await tx.authenticatorApp.findFirst({ where: { userId, confirmedAt: { not: null } } });
  if (!app) return null;
  const secret = openSecret(env, userId, app.secret);
  const step = secret === null ? null : stepOf(secret, code);
  if (step === null) return null;
  // The condition is part of the update, so the second of two requests with one code finds its step used.
  const unused = { userId, OR: [{ lastStep: null }, { lastStep: { lt: step } }] };
  const { count } = await tx.authenticatorApp.updateMany({ where: unused, data: { lastStep: step } });
  return count > 0 ? 'authenticator app' : null;
}

/**
 * Counts an attempt before the code is checked; throws `too_many`. Call the returned function if the code was right. A
 * browser that has passed this second factor before has its own limit, as for passwords. The password alone doesn't
 * count, because a thief could collect such browsers before the factor is set up.
 */
export async function countCode(
  { db, rateLimiter }: Deps,
  user: { id: string; password: string },
  caller: Caller,
): Promise<() => Promise<void>> {
  const factorSince = caller.browserCookie ? await secondFactorSince(db, user.id) : null;
  const browserId = factorSince && knownBrowserId(caller.browserCookie, { passwordHash: user.password, factorSince });
  if (browserId) {
    const key = `${user.id} browser ${browserId}`;
    await rateLimiter.consume('secondFactorByCaller', key);
    return () => rateLimiter.reset('secondFactorByCaller', key);
  }
  const key = callerKey(user.id, caller.ip);
  await rateLimiter.consume('secondFactorByAddress', caller.ip);
  await rateLimiter.consume('secondFactorByCaller', key);
  await rateLimiter.consume('secondFactorByAccount', user.id);
  return async () => {
    await rateLimiter.reset('secondFactorByCaller', key);
    await rateLimiter.refund('secondFactorByAccount', user.id);
  };
}
