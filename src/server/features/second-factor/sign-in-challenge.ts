/**
 * The second step of a sign-in. If an account has a second factor, the right password or a provider's confirmation does
 * not open a session, but creates a challenge that is valid for five minutes and five codes, bound to the account and
 * to this browser.
 */
import type { Caller } from '~/server/auth/caller';
import { challengeCookie, clearedChallengeCookie } from '~/server/auth/challenge-cookie';
import { publicFields } from '~/server/auth/current-user';
import { browserCookie } from '~/server/auth/known-browser';
import { lockAccountRow } from '~/server/auth/lock-account-row';
import { secondFactorSince } from '~/server/auth/second-factor';
import { sessionCookie } from '~/server/auth/session-cookie';
import { newSession } from '~/server/auth/session-store';
import type { Transaction } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { lockedOut } from '~/server/features/auth/locked-out';
import { type SignedIn, sessionDetails } from '~/server/features/auth/start-session';
import { linkHashOf, newLinkToken } from '~/server/features/email-links/email-links';
import type { AppError } from '~/server/lib/errors';
import { limits } from '~/shared/limits';
import { type CodeKind, countCode, redeemCode } from './redeem-code';
import { challengeExpired, wrongCode } from './second-factor.errors';

/** Returns the Set-Cookie value. Earlier challenges of the account stay valid for their own five minutes. */
export async function beginChallenge(
  { db, env }: { db: Pick<Deps['db'], 'signInChallenge'>; env: Deps['env'] },
  of: { userId: string; identityId?: string; providerSid?: string | null },
): Promise<string> {
  const token = newLinkToken();
  const expiresAt = new Date(Date.now() + limits.signInChallengeMs);
  await db.signInChallenge.create({ data: { ...of, tokenHash: linkHashOf(token), expiresAt } });
  return challengeCookie(env, token);
}

/** A code or a passkey that completes a sign-in. */
export interface SecondFactor {
  /** Checks it and uses it up; null if it is wrong. */
  redeem(tx: Transaction, userId: string): Promise<CodeKind | null>;
  wrong(): AppError;
}

export const typedCode = (deps: Deps, code: string): SecondFactor => ({
  redeem: (tx, userId) => redeemCode(deps, tx, userId, code),
  wrong: wrongCode,
});

/** Signs in. After a wrong code, the user can try again until the challenge is used up. */
export async function completeChallenge(deps: Deps, factor: SecondFactor, caller: Caller): Promise<SignedIn> {
  const challenge = await findChallenge(deps, caller.challengeToken);
  if (!challenge) throw challengeExpired();
  const { tokenHash, identity } = challenge;
  const { password: passwordHash, ...user } = challenge.user;
  const provider =
    identity && (deps.env.oidc.find(({ issuer }) => issuer === identity.issuer)?.name ?? identity.issuer);
  const details = { device: caller.device, ...(provider && { provider }) };
  if (user.isLocked) {
    await recordAudit(deps, { kind: 'sign-in-while-locked', actor: user, details, caller });
    throw await lockedOut(deps, user.id);
  }
  const onSuccess = await countCode(deps, challenge.user, caller);
  const left = await countAttempt(deps, tokenHash);
  const session = newSession(user.id, sessionDetails(deps, caller));
  const isDone = await deps.db.$transaction(async (tx) => {
    if (!(await lockAccountRow(tx, user.id, passwordHash))) throw challengeExpired();
    const codeKind = await factor.redeem(tx, user.id);
    if (!codeKind) return false;
    // Of two correct codes at once, only one opens a session. Throwing keeps the other code unused.
    const { count } = await tx.signInChallenge.deleteMany({ where: { tokenHash } });
    if (count === 0) throw challengeExpired();
    const { identityId, providerSid } = challenge;
    await tx.session.create({ data: { ...session.row, identityId, providerSid } });
    await recordAudit(tx, { kind: 'sign-in', actor: user, details: { ...details, code: codeKind }, caller });
    return true;
  });
  if (!isDone) {
    await recordAudit(deps, { kind: 'second-factor-failed', actor: user, details, caller });
    throw left > 0 ? factor.wrong() : challengeExpired();
  }
  await onSuccess();
  const factorSince = await secondFactorSince(deps.db, user.id);
  const known = identity ? [] : [browserCookie(caller.browserCookie, { passwordHash, factorSince }, deps.env)];
  return { user, cookies: [sessionCookie(deps.env, session), ...known, clearedChallengeCookie(deps.env)] };
}

/** How the pending sign-in of this browser can be completed; null if there is none. */
export async function pendingChallenge(deps: Deps, caller: Caller) {
  const challenge = await findChallenge(deps, caller.challengeToken);
  if (!challenge) return null;
  const where = { userId: challenge.user.id };
  const hasApp = (await deps.db.authenticatorApp.count({ where: { ...where, confirmedAt: { not: null } } })) > 0;
  return { userId: challenge.user.id, hasApp, hasPasskey: (await deps.db.passkey.count({ where })) > 0 };
}

const findChallenge = ({ db }: Deps, token: string | undefined) =>
  token === undefined
    ? null
    : db.signInChallenge.findFirst({
        where: { tokenHash: linkHashOf(token), expiresAt: { gt: new Date() } },
        include: { identity: { select: { issuer: true } }, user: { select: { ...publicFields, password: true } } },
      });

/**
 * Counts the attempt before the code is checked, so that concurrent requests don't get extra attempts. Returns how many
 * are left.
 */
async function countAttempt({ db }: Deps, tokenHash: string): Promise<number> {
  const [counted] = await db.$queryRaw<{ attempts: number }[]>`
    UPDATE sign_in_challenges SET attempts = attempts + 1
    WHERE token_hash = ${tokenHash} AND attempts < ${limits.signInChallengeCodes} AND expires_at > now()
    RETURNING attempts`;
  if (!counted) throw challengeExpired();
  return limits.signInChallengeCodes - counted.attempts;
}
