import { Cookie } from 'lucia';

/**
 * The name and path of our cookies. With a host name of its own, an installation uses the prefix `__Host-`, which browsers
 * accept from this very host and for the path / only. Below a path the cookies are for that path, so they have the weaker
 * prefix `__Secure-` (docs/decisions/0074-sub-paths.md). Plain http cannot have a prefix.
 */
export interface CookieScope {
  isHttps: boolean;
  /** Empty without a path. */
  basePath: string;
}

export function cookieName(name: string, { isHttps, basePath }: CookieScope): string {
  if (!isHttps) return name;
  return `${basePath === '' ? '__Host-' : '__Secure-'}${name}`;
}

/** The Set-Cookie value; an age of 0 removes the cookie. Lax, because a provider's redirect comes from another site. */
export const setCookie = (scope: CookieScope, name: string, value: string, maxAgeSeconds: number): string =>
  new Cookie(name, value, {
    httpOnly: true,
    // Browsers drop Secure cookies on plain http, which would end in a sign-in loop.
    secure: scope.isHttps,
    sameSite: 'lax',
    path: cookiePath(scope),
    maxAge: maxAgeSeconds,
  }).serialize();

const cookiePath = ({ basePath }: CookieScope): string => basePath || '/';
