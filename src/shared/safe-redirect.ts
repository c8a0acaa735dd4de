/** A base that no address of ours can have: whatever keeps it is a path. */
const base = 'http://same-origin.invalid';

/**
 * The place to go back to after signing in, if it is a path of this site; else undefined.
 * Everything a browser would read as another host ('//evil', '/\evil', 'https:…', control characters) is refused.
 */
export function safeRedirect(target: unknown): string | undefined {
  if (typeof target !== 'string' || !target.startsWith('/')) return undefined;
  const url = parse(target);
  if (!url || url.origin !== base) return undefined;
  if (url.pathname.startsWith('//')) return undefined;
  // Back to the sign-in screen would be a circle.
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
