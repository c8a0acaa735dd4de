/** The cookie of a sign-in that awaits its second factor. It does not open a session. */
import type { IncomingMessage } from 'node:http';
import { limits } from '~/shared/limits';
import { type CookieScope, cookieName, setCookie } from './cookie-scope';
import { readCookie } from './read-cookie';

const nameOf = (scope: CookieScope) => cookieName('qinsight_challenge', scope);

/** The token in a request's cookies. */
export function challengeTokenOf(request: Pick<IncomingMessage, 'headers'>, scope: CookieScope): string | undefined {
  const value = readCookie(request, nameOf(scope));
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}

export const challengeCookie = (scope: CookieScope, token: string): string =>
  setCookie(scope, nameOf(scope), token, limits.signInChallengeMs / 1000);

export const clearedChallengeCookie = (scope: CookieScope): string => setCookie(scope, nameOf(scope), '', 0);
