/** Sessions opened through a provider, and their end when the user signs out there. */
import type { Caller } from '~/server/auth/caller';
import { lockAccountRow } from '~/server/auth/lock-account-row';
import { hasSecondFactor } from '~/server/auth/second-factor';
import { type IssuedSession, sessionCookie } from '~/server/auth/session-cookie';
import { newSession } from '~/server/auth/session-store';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { sessionDetails } from '~/server/features/auth/start-session';
import { beginChallenge } from '~/server/features/second-factor/sign-in-challenge';
import type { SessionId } from '~/server/lib/session-token';
import type { LogoutTokenTarget } from '~/server/providers/oidc/types';
import { SignInRejected } from './identities.errors';

/**
 * Returns the Set-Cookie value of a new session; every sign-in gets a new session id. If a second factor is required
 * and the provider is not trusted to have checked one, the cookie is for a challenge instead.
 */
export async function openSession(
  deps: Deps,
  of: { userId: string; identityId: string; sid: string | null },
  caller: Caller,
): Promise<{ cookie: string; isComplete: boolean }> {
  const { userId, identityId, sid: providerSid } = of;
  return deps.db.$transaction(async (tx) => {
    if (!(await lockAccountRow(tx, userId))) throw new SignInRejected('locked');
    // Disconnected since the provider verified it.
    if ((await tx.identity.count({ where: { id: identityId, userId } })) === 0) throw new SignInRejected('refused');
    if (deps.env.OIDC_SECOND_FACTOR === 'ask' && (await hasSecondFactor(tx, userId))) {
      const challenge = await beginChallenge({ ...deps, db: tx }, { userId, identityId, providerSid });
      return { cookie: challenge, isComplete: false };
    }
    const { row, ...issued } = newSession(userId, sessionDetails(deps, caller));
    await tx.session.create({ data: { ...row, identityId, providerSid } });
    return { cookie: sessionCookie(deps.env, issued satisfies IssuedSession), isComplete: true };
  });
}

/**
 * Ends the sessions named by a logout token: one session of the provider, or all of the user's sessions through it.
 * Sign-ins that still wait for their second factor end too.
 */
export async function endSessionsOf(deps: Deps, ended: LogoutTokenTarget, providerName: string): Promise<number> {
  const { issuer, subject, sid } = ended;
  const where = {
    identity: { issuer, ...(subject !== null && { subject }) },
    ...(sid !== null && { providerSid: sid }),
  };
  const sessions = await deps.db.$transaction(async (tx) => {
    // First, so that a code entered at this moment either fails or has opened one of the sessions below.
    await tx.signInChallenge.deleteMany({ where });
    const found = await tx.session.findMany({
      where,
      select: { id: true, user: { select: { id: true, email: true } } },
    });
    await tx.session.deleteMany({ where: { id: { in: found.map(({ id }) => id) } } });
    const people = new Map(found.map(({ user }) => [user.id, user]));
    for (const user of people.values()) {
      const count = found.filter((session) => session.user.id === user.id).length;
      const details = { provider: providerName, count };
      await recordAudit(tx, { kind: 'provider-sign-out', actor: user, details, caller: null });
    }
    return found;
  });
  for (const { id, user } of sessions)
    deps.bus.publish('accounts', { type: 'session-ended', userId: user.id, sessionId: id as SessionId });
  return sessions.length;
}
