/**
 * The cookie that carries a session. Over https its name has the prefix `__Host-`: browsers then take it only from this
 * host, so that a sibling host cannot plant one. Plain http cannot have the prefix.
 */
import type { IncomingMessage } from 'node:http';
import { Cookie } from 'lucia';
import type { SessionToken } from '~/server/lib/session-token';
import { readCookie } from './read-cookie';

export const sessionCookieName = 'qinsight_session';
const hostCookieName = `__Host-${sessionCookieName}`;

interface Settings {
  isHttps: boolean;
}

export interface SessionCookie {
  sessionToken: SessionToken | null;
  /** Read over https under the name without the prefix, which anyone on a sibling host can set. */
  isOldName: boolean;
}

/** The session token in a request's cookies. */
export function sessionCookieOf(request: IncomingMessage, { isHttps }: Settings): SessionCookie {
  const plain = cookieValue(request, sessionCookieName);
  if (!isHttps) return { sessionToken: plain, isOldName: false };
  const ofHost = cookieValue(request, hostCookieName);
  return { sessionToken: ofHost ?? plain, isOldName: ofHost === null && plain !== null };
}

/** Tokens are 40 small letters and digits; anything else is not worth a query. */
function cookieValue(request: IncomingMessage, name: string): SessionToken | null {
  const value = readCookie(request, name);
  return value && /^[a-z0-9]{40}$/.test(value) ? (value as SessionToken) : null;
}

export interface IssuedSession {
  token: SessionToken;
  expiresAt: Date;
}

/** The Set-Cookie value of a session; the browser drops the cookie when the session ends. */
export function sessionCookie({ isHttps }: Settings, session: IssuedSession): string {
  const seconds = Math.max(0, Math.ceil((session.expiresAt.getTime() - Date.now()) / 1000));
  return serialize(isHttps ? hostCookieName : sessionCookieName, session.token, seconds, isHttps);
}

/** The Set-Cookie values that take the session out of the browser, whatever its name. */
export function clearedSessionCookies({ isHttps }: Settings): string[] {
  const names = isHttps ? [hostCookieName, sessionCookieName] : [sessionCookieName];
  return names.map((name) => serialize(name, '', 0, isHttps));
}

/** For a browser that still has the old name: the same session under the new one. */
export const renamedSessionCookies = (settings: Settings, session: IssuedSession): string[] => [
  sessionCookie(settings, session),
  serialize(sessionCookieName, '', 0, settings.isHttps),
];

// Browsers drop Secure cookies on plain http, which would end in a sign-in loop.
const serialize = (name: string, value: string, maxAge: number, secure: boolean): string =>
  new Cookie(name, value, { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge }).serialize();
