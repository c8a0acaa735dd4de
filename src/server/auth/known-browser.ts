/**
 * Recognizes a browser that has signed in to an account before. Its cookie contains a random id and, for each account,
 * a MAC of that id keyed with the account's password hash. So it needs no table, works on every server of an
 * installation, cannot be forged, and becomes void when the password changes. It does not sign anyone in: it only
 * decides which sign-in limits apply (docs/decisions/0026-lock-out.md).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type CookieScope, cookieName, setCookie } from './cookie-scope';

const maxAgeSeconds = 400 * 24 * 3600;
/** Accounts remembered per browser; the most recent ones are kept. */
const maxAccounts = 5;
const cookiePattern = /^([\w-]{22})((?:\.[\w-]{43}){1,5})$/;

/** `__Host-` keeps sibling hosts from setting the cookie; browsers accept that prefix over HTTPS only. */
export const browserCookieName = (scope: CookieScope): string => cookieName('qinsight_browser', scope);

/** The id of the browser if it has signed in to the account with this password hash, else null. */
export function knownBrowserId(cookie: string | undefined, passwordHash: string): string | null {
  const { id, macs } = parse(cookie);
  if (!id) return null;
  const own = macOf(id, passwordHash);
  return macs.some((mac) => timingSafeEqual(Buffer.from(mac), Buffer.from(own))) ? id : null;
}

/** The Set-Cookie value after a sign-in, which adds the account to those the browser is known to. */
export function browserCookie(cookie: string | undefined, passwordHash: string, scope: CookieScope): string {
  const { id = randomBytes(16).toString('base64url'), macs } = parse(cookie);
  const own = macOf(id, passwordHash);
  const kept = [own, ...macs.filter((mac) => mac !== own)].slice(0, maxAccounts);
  return setCookie(scope, browserCookieName(scope), [id, ...kept].join('.'), maxAgeSeconds);
}

function parse(cookie = ''): { id?: string; macs: string[] } {
  const [, id, rest] = cookiePattern.exec(cookie) ?? [];
  return id && rest ? { id, macs: rest.slice(1).split('.') } : { macs: [] };
}

const macOf = (id: string, passwordHash: string): string =>
  createHmac('sha256', passwordHash).update(`known browser ${id}`).digest('base64url');
