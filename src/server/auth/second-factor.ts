/**
 * Whether a user has a second factor, and whether one is required. features/second-factor sets it up and checks codes.
 */
import type { Database } from '~/server/db/client';
import type { Env } from '~/server/env';
import { type SessionToken, sessionIdOf } from '~/server/lib/session-token';

type Rules = Pick<Env, 'REQUIRE_SECOND_FACTOR' | 'OIDC_SECOND_FACTOR'>;

/** Either an authenticator app or a passkey. */
export async function hasSecondFactor(
  db: Pick<Database, 'authenticatorApp' | 'passkey'>,
  userId: string,
): Promise<boolean> {
  if ((await db.authenticatorApp.count({ where: { userId, confirmedAt: { not: null } } })) > 0) return true;
  return (await db.passkey.count({ where: { userId } })) > 0;
}

/** When the account got its oldest second factor; null without one. */
export async function secondFactorSince(
  db: Pick<Database, 'authenticatorApp' | 'passkey'>,
  userId: string,
): Promise<Date | null> {
  const app = await db.authenticatorApp.findFirst({
    where: { userId, confirmedAt: { not: null } },
    select: { confirmedAt: true },
  });
  const passkey = await db.passkey.findFirst({
    where: { userId },
    select: { createdAt: true },
    orderBy: { createdAt: 'asc' },
  });
  const [first] = [app?.confirmedAt, passkey?.createdAt]
    .filter((since) => since instanceof Date)
    .sort((a, b) => a.getTime() - b.getTime());
  return first ?? null;
}

export const isSecondFactorRequired = ({ REQUIRE_SECOND_FACTOR: rule }: Rules, user: { isAdmin: boolean }): boolean =>
  rule === 'everybody' || (rule === 'administrators' && user.isAdmin);

/**
 * Whether this user must set up a second factor before anything else. Sessions of a trusted provider already have one.
 * Queries the database only if the rule applies.
 */
export async function isSecondFactorMissing(
  { db, env }: { db: Database; env: Rules },
  user: { id: string; isAdmin: boolean },
  sessionToken: SessionToken,
): Promise<boolean> {
  if (!isSecondFactorRequired(env, user) || (await hasSecondFactor(db, user.id))) return false;
  if (env.OIDC_SECOND_FACTOR !== 'trust') return true;
  return (await db.session.count({ where: { id: sessionIdOf(sessionToken), identityId: { not: null } } })) === 0;
}
