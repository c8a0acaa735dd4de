import type { Database } from '~/server/db/client';
import type { Deps } from '~/server/deps';
import { isPassword } from '~/server/lib/password';
import { type SessionToken, sessionIdOf } from '~/server/lib/session-token';
import { confirmFirst, passwordMissing, wrongPassword } from './auth.errors';
import { signInWays, usesPassword } from './sign-in-ways';

/** How long a passkey or a new sign-in at the provider confirms sensitive actions. */
const confirmedMs = 10 * 60_000;

/** The account and its current session; null for an API token. */
export interface ConfirmingUser {
  userId: string;
  sessionToken?: SessionToken | null | undefined;
}

/**
 * Throws unless the user confirms their identity with the password, a passkey or, for an account that uses none, a
 * recent sign-in at the provider. Attempts for all sensitive actions are counted together, so that an unattended
 * browser can't be used for guessing. Returns the stored password hash: writes that must fail after a password change
 * use it as a condition.
 */
export async function confirmUser(
  deps: Deps,
  { userId, sessionToken }: ConfirmingUser,
  password: string | undefined,
): Promise<string> {
  const found = await deps.db.user.findUnique({ where: { id: userId }, select: signInWays });
  // A passkey verifies the user, so it replaces the password.
  const needsPassword =
    found !== null && usesPassword(deps, found) && !(sessionToken && (await isPasskeyConfirmed(deps, sessionToken)));
  if (needsPassword && password === undefined) throw passwordMissing();
  await deps.rateLimiter.consume('passwordByAccount', userId);
  if (!found) throw wrongPassword();
  if (needsPassword) {
    if (!(await isPassword(password ?? '', found.password))) throw wrongPassword();
  } else if (!sessionToken || !(await isConfirmedInSession(deps, sessionToken))) throw confirmFirst();
  await deps.rateLimiter.reset('passwordByAccount', userId);
  return found.password;
}

/** The recent confirmations of this session, by a passkey and by a new sign-in at the provider. */
export async function confirmationsOf({ db }: { db: Pick<Database, 'session'> }, sessionToken: SessionToken) {
  const session = await db.session.findUnique({
    where: { id: sessionIdOf(sessionToken) },
    select: { passkeyAt: true, confirmedAt: true },
  });
  const now = Date.now();
  const leftMs = (from: Date | null | undefined) => (from ? from.getTime() + confirmedMs - now : 0);
  const passkeyMs = leftMs(session?.passkeyAt);
  const signInMs = leftMs(session?.confirmedAt);
  const lasting = [passkeyMs, signInMs].filter((ms) => ms > 0);
  return {
    isPasskeyConfirmed: passkeyMs > 0,
    isConfirmed: signInMs > 0,
    ...(lasting.length > 0 && { confirmedForMs: Math.min(...lasting) }),
  };
}

/** Whether a passkey has recently confirmed sensitive actions in this session. */
export const isPasskeyConfirmed = async (
  deps: { db: Pick<Database, 'session'> },
  sessionToken: SessionToken,
): Promise<boolean> => (await confirmationsOf(deps, sessionToken)).isPasskeyConfirmed;

async function isConfirmedInSession(deps: Deps, sessionToken: SessionToken): Promise<boolean> {
  const confirmations = await confirmationsOf(deps, sessionToken);
  return confirmations.isPasskeyConfirmed || confirmations.isConfirmed;
}
