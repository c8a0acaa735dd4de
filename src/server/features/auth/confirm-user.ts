import type { Deps } from '~/server/deps';
import { hasPassword, isPassword } from '~/server/lib/password';
import { type SessionToken, sessionIdOf } from '~/server/lib/session-token';
import { confirmFirst, passwordMissing, wrongPassword } from './auth.errors';

/** How long a new sign-in at the provider confirms sensitive actions. */
const confirmedMs = 10 * 60_000;

/** The account and its current session; null for an API token. */
export interface ConfirmingUser {
  userId: string;
  sessionToken?: SessionToken | null | undefined;
}

/**
 * Throws unless the user confirms their identity with the password, a passkey or, for an account without a password, a
 * recent sign-in at the provider. Attempts for all sensitive actions are counted together, so that an unattended
 * browser can't be used for guessing. Returns the stored password hash: writes that must not follow a password change
 * use it as a condition.
 */
export async function confirmUser(
  deps: Deps,
  { userId, sessionToken }: ConfirmingUser,
  password: string | undefined,
): Promise<string> {
  const found = await deps.db.user.findUnique({ where: { id: userId }, select: { password: true } });
  // A passkey verifies the user, so it replaces the password.
  const needsPassword =
    hasPassword(found?.password) && !(sessionToken && (await isPasskeyConfirmed(deps, sessionToken)));
  if (needsPassword && password === undefined) throw passwordMissing();
  await deps.rateLimiter.consume('passwordByAccount', userId);
  if (!found) throw wrongPassword();
  if (needsPassword) {
    if (!(await isPassword(password ?? '', found.password))) throw wrongPassword();
  } else if (!sessionToken || !(await isConfirmed(deps, sessionToken))) throw confirmFirst();
  await deps.rateLimiter.reset('passwordByAccount', userId);
  return found.password;
}

/** Whether the user of this session has recently signed in at the provider again to confirm a sensitive action. */
export async function isRecentlyConfirmed({ db }: Deps, sessionToken: SessionToken): Promise<boolean> {
  const since = new Date(Date.now() - confirmedMs);
  const where = { id: sessionIdOf(sessionToken), confirmedAt: { gt: since } };
  return (await db.session.count({ where })) > 0;
}

/** Whether a passkey has recently confirmed sensitive actions in this session. */
export async function isPasskeyConfirmed({ db }: Deps, sessionToken: SessionToken): Promise<boolean> {
  const since = new Date(Date.now() - confirmedMs);
  return (await db.session.count({ where: { id: sessionIdOf(sessionToken), passkeyAt: { gt: since } } })) > 0;
}

const isConfirmed = async (deps: Deps, sessionToken: SessionToken): Promise<boolean> =>
  (await isPasskeyConfirmed(deps, sessionToken)) || (await isRecentlyConfirmed(deps, sessionToken));
