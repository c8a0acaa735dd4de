import type { Caller } from '~/server/auth/caller';
import { browserCookie } from '~/server/auth/known-browser';
import { isSecondFactorMissing } from '~/server/auth/second-factor';
import { sessionCookie } from '~/server/auth/session-cookie';
import type { SessionDetails } from '~/server/auth/session-store';
import type { Deps } from '~/server/deps';
import type { CurrentUser } from '~/shared/schemas/auth';

/** A new session and its Set-Cookie values. */
export interface SignedIn {
  user: CurrentUser;
  cookies: string[];
}

/** For a new account, or after the right password of an account without a second factor. */
export async function startSession(
  deps: Deps,
  user: CurrentUser,
  passwordHash: string,
  caller: Caller,
): Promise<SignedIn> {
  const session = await deps.sessions.issueSession(user.id, sessionDetails(deps, caller));
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
