/** The cookie of a sign-in that waits for the code of the second factor. It opens no session by itself. */
import type { IncomingMessage } from 'node:http';
import { Cookie } from 'lucia';
import { limits } from '~/shared/limits';
import { type CookieScope, cookieName, cookiePath } from './cookie-scope';
import { readCookie } from './read-cookie';

const nameOf = (scope: CookieScope) => cookieName('qinsight_challenge', scope);

/** The token in a request's cookies. */
export function challengeTokenOf(request: Pick<IncomingMessage, 'headers'>, scope: CookieScope): string | undefined {
  const value = readCookie(request, nameOf(scope));
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}

export const challengeCookie = (scope: CookieScope, token: string): string =>
  serialize(scope, token, limits.signInChallengeMs / 1000);

export const clearedChallengeCookie = (scope: CookieScope): string => serialize(scope, '', 0);

const serialize = (scope: CookieScope, value: string, maxAge: number): string =>
  new Cookie(nameOf(scope), value, {
    httpOnly: true,
    secure: scope.isHttps,
    sameSite: 'lax',
    path: cookiePath(scope),
    maxAge,
  }).serialize();
