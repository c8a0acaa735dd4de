/** Limits of JSON bodies. Until the caller is authenticated, no large body is held in memory. */
import type { IncomingMessage } from 'node:http';

/** `withText` is for endpoints that take a text of up to 600,000 characters, which JSON escapes to six bytes each. */
export const bodyLimits = { anonymous: 32 * 1024, signedIn: 1024 * 1024, withText: 4 * 1024 * 1024 } as const;

/**
 * Whether the body may be read before the caller is authenticated. A body of unknown length, or a compressed one, may
 * be of any size.
 */
export function isSmall({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined || headers['content-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= bodyLimits.anonymous;
}

/** Errors are ignored here: the procedure itself authenticates again and reports them. */
export const isSignedIn = (context: { authenticate(): Promise<unknown> }): Promise<boolean> =>
  context.authenticate().then(Boolean, () => false);
