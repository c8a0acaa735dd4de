/**
 * Recognizes a browser that has signed in to an account before. Its cookie contains a random id and, for each account,
 * MACs of that id keyed with the account's password hash: one for the password and, after a code or a passkey, one for
 * the second factor. So it needs no table, works on every server of an installation, cannot be forged, and becomes void
 * when the password changes. It does not sign anyone in: it only decides which sign-in limits apply
 * (docs/decisions/0026-lock-out.md).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type CookieScope, cookieName, setCookie } from './cookie-scope';

const maxAgeSeconds = 400 * 24 * 3600;
/** At most two for each account; the most recent ones are kept. */
const maxMacs = 10;
const cookiePattern = /^([\w-]{22})((?:\.[\w-]{43}){1,10})$/;

/** `__Host-` keeps sibling hosts from setting the cookie; browsers accept that prefix over HTTPS only. */
export const browserCookieName = (scope: CookieScope): string => cookieName('qinsight_browser', scope);

/** What a browser has proved to an account. */
export interface BrowserProof {
  passwordHash: string;
  /**
   * When the account got its second factor, if the browser has passed it too. Without this time, a browser that knew
   * the password before the factor was set up would count as one that has passed it.
   */
  factorSince?: Date | null;
}

/** The id of the browser if it has proved this, else null. */
export function knownBrowserId(cookie: string | undefined, proof: BrowserProof): string | null {
  const { id, macs } = parse(cookie);
  if (!id) return null;
  const own = macOf(id, proof);
  return macs.some((mac) => timingSafeEqual(Buffer.from(mac), Buffer.from(own))) ? id : null;
}

/** The Set-Cookie value after a sign-in, which adds the account to those the browser is known to. */
export function browserCookie(
  cookie: string | undefined,
  { passwordHash, factorSince }: BrowserProof,
  scope: CookieScope,
): string {
  const { id = randomBytes(16).toString('base64url'), macs } = parse(cookie);
  const own = [macOf(id, { passwordHash })];
  if (factorSince) own.push(macOf(id, { passwordHash, factorSince }));
  const kept = [...own, ...macs.filter((mac) => !own.includes(mac))].slice(0, maxMacs);
  return setCookie(scope, browserCookieName(scope), [id, ...kept].join('.'), maxAgeSeconds);
}

function parse(cookie = ''): { id?: string; macs: string[] } {
  const [, id, rest] = cookiePattern.exec(cookie) ?? [];
  return id && rest ? { id, macs: rest.slice(1).split('.') } : { macs: [] };
}

function macOf(id: string, { passwordHash, factorSince }: BrowserProof): string {
  const subject = factorSince ? `second factor of ${factorSince.toISOString()}` : 'known browser';
  return createHmac('sha256', passwordHash).update(`${subject} ${id}`).digest('base64url');
}
