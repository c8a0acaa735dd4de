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

export const cookiePath = ({ basePath }: CookieScope): string => basePath || '/';
