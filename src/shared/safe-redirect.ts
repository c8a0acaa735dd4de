/** A base URL with an impossible host: a target that keeps this host is a local path. */
const base = 'http://same-origin.invalid';

/**
 * The path to return to after signing in, or undefined if it is not a path of this site. Rejects everything that
 * browsers would resolve to another host ('//evil', '/\evil', 'https:…', control characters).
 */
export function safeRedirect(target: unknown): string | undefined {
  if (typeof target !== 'string' || !target.startsWith('/')) return undefined;
  const url = parse(target);
  if (!url || url.origin !== base) return undefined;
  if (url.pathname.startsWith('//')) return undefined;
  // Would return to the sign-in screen again.
  if (url.pathname === '/auth' || url.pathname.startsWith('/auth/')) return undefined;
  return url.pathname + url.search + url.hash;
}

function parse(target: string): URL | null {
  try {
    return new URL(target, base);
  } catch {
    return null;
  }
}
