/**
 * Rate limits for sign-in. They slow down guessing without letting a stranger lock the owner out: attempts count per
 * account and IP address, and with a much higher limit per account. A browser that has signed in to the account before
 * has its own limit.
 */

import { knownBrowserId } from '~/server/auth/known-browser';
import type { Deps } from '~/server/deps';
import { callerKey } from '~/server/lib/rate-limit';

interface SignInCaller {
  ip: string;
  browserCookie?: string | undefined;
}

/**
 * Counts an attempt before the password is checked; throws `too_many`. Call the returned function if the password was
 * right.
 */
export async function countSignIn(deps: Deps, email: string, caller: SignInCaller): Promise<() => Promise<void>> {
  const { rateLimiter } = deps;
  const browserId = await knownBrowserOf(deps, email, caller.browserCookie);
  if (browserId) {
    const key = `${email} browser ${browserId}`;
    await rateLimiter.consume('signInByCaller', key);
    return () => rateLimiter.reset('signInByCaller', key);
  }
  const key = callerKey(email, caller.ip);
  await rateLimiter.consume('signInByAddress', caller.ip);
  await rateLimiter.consume('signInByCaller', key);
  await rateLimiter.consume('signInByAccount', email);
  return async () => {
    await rateLimiter.reset('signInByCaller', key);
    await rateLimiter.refund('signInByAccount', email);
  };
}

/**
 * Resets the limits after a new password was set: users who forgot theirs have often used up their attempts, and the
 * links that count against `resetByAccount` are gone.
 */
export async function resetSignInAttempts(
  { rateLimiter }: Deps,
  email: string,
  caller: SignInCaller | null,
): Promise<void> {
  await rateLimiter.reset('signInByAccount', email);
  await rateLimiter.reset('resetByAccount', email);
  if (caller) await rateLimiter.reset('signInByCaller', callerKey(email, caller.ip));
}

async function knownBrowserOf(deps: Deps, email: string, cookie: string | undefined): Promise<string | null> {
  if (!cookie) return null;
  const found = await deps.db.user.findUnique({ where: { email }, select: { password: true } });
  return found ? knownBrowserId(cookie, { passwordHash: found.password }) : null;
}
