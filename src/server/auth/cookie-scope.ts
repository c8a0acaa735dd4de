import { Cookie } from 'lucia';

/**
 * Name and path of our cookies. At the root of a host, the prefix is `__Host-`: browsers accept such cookies only from
 * this exact host and only for the path /. Below a path, cookies are limited to that path and use the weaker prefix
 * `__Secure-` (docs/decisions/0074-sub-paths.md). Plain HTTP allows neither prefix.
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
    // Browsers drop Secure cookies on plain HTTP, which would end in a sign-in loop.
    secure: scope.isHttps,
    sameSite: 'lax',
    path: cookiePath(scope),
    maxAge: maxAgeSeconds,
  }).serialize();

const cookiePath = ({ basePath }: CookieScope): string => basePath || '/';
