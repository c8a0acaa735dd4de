import type { Caller } from '~/server/auth/caller';
import { browserCookie } from '~/server/auth/known-browser';
import { isSecondFactorMissing } from '~/server/auth/second-factor';
import { type IssuedSession, sessionCookie } from '~/server/auth/session-cookie';
import type { SessionDetails } from '~/server/auth/session-store';
import type { Deps } from '~/server/deps';
import type { CurrentUser } from '~/shared/schemas/auth';

/** A new session and its Set-Cookie values. */
export interface SignedIn {
  user: CurrentUser;
  cookies: string[];
}

/** For a new account. */
export async function startSession(
  deps: Deps,
  user: CurrentUser,
  passwordHash: string,
  caller: Caller,
): Promise<SignedIn> {
  const session = await deps.sessions.issueSession(user.id, sessionDetails(deps, caller));
  return signedInWith(deps, { user, passwordHash, session }, caller);
}

/** After the right password of an account without a second factor. */
export async function signedInWith(
  deps: Deps,
  { user, passwordHash, session }: { user: CurrentUser; passwordHash: string; session: IssuedSession },
  caller: Caller,
): Promise<SignedIn> {
  const browser = browserCookie(caller.browserCookie, { passwordHash }, deps.env);
  const isMissing = await isSecondFactorMissing(deps, user, session.token);
  return {
    user: { ...user, ...(isMissing && { mustSetUpSecondFactor: true }) },
    cookies: [sessionCookie(deps.env, session), browser],
  };
}

export const sessionDetails = ({ env }: Deps, { device, ip }: Caller): SessionDetails => ({
  device,
  ip,
  created: new Date().toISOString(),
  ...(env.isHttps && { isHostOnly: true }),
});
