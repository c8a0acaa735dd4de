/**
 * The cookie that carries a session. Over HTTPS its name has the prefix `__Host-`: browsers accept it only from this
 * host, so that a sibling host cannot set one. Plain HTTP allows no prefix, and an installation below a path uses
 * `__Secure-` instead.
 */
import type { IncomingMessage } from 'node:http';
import type { SessionToken } from '~/server/lib/session-token';
import { type CookieScope, cookieName, setCookie } from './cookie-scope';
import { readCookie } from './read-cookie';

export const sessionCookieName = 'qinsight_session';
const prefixedName = (scope: CookieScope) => cookieName(sessionCookieName, scope);

export interface SessionCookie {
  sessionToken: SessionToken | null;
  /** Sent over HTTPS under the name without the prefix, which any sibling host can set. */
  isOldName: boolean;
}

/** The session token in a request's cookies. */
export function sessionCookieOf(request: IncomingMessage, scope: CookieScope): SessionCookie {
  const plain = cookieValue(request, sessionCookieName);
  if (!scope.isHttps) return { sessionToken: plain, isOldName: false };
  const prefixed = cookieValue(request, prefixedName(scope));
  return { sessionToken: prefixed ?? plain, isOldName: prefixed === null && plain !== null };
}

/** Tokens are 40 lowercase letters and digits; nothing else is worth a query. */
function cookieValue(request: IncomingMessage, name: string): SessionToken | null {
  const value = readCookie(request, name);
  return value && /^[a-z0-9]{40}$/.test(value) ? (value as SessionToken) : null;
}

export interface IssuedSession {
  token: SessionToken;
  expiresAt: Date;
}

/** The Set-Cookie value of a session; the browser drops the cookie when the session ends. */
export function sessionCookie(scope: CookieScope, session: IssuedSession): string {
  const seconds = Math.max(0, Math.ceil((session.expiresAt.getTime() - Date.now()) / 1000));
  return setCookie(scope, prefixedName(scope), session.token, seconds);
}

/** The Set-Cookie values that delete the session cookie under each of its names. */
export function clearedSessionCookies(scope: CookieScope): string[] {
  const names = new Set([prefixedName(scope), sessionCookieName]);
  return [...names].map((name) => setCookie(scope, name, '', 0));
}

/** For a browser that still uses the old name: the same session under the new one. */
export const renamedSessionCookies = (scope: CookieScope, session: IssuedSession): string[] => [
  sessionCookie(scope, session),
  setCookie(scope, sessionCookieName, '', 0),
];
