/** How large a JSON body may be. Until it is known who is asking, nothing large is held in memory. */
import type { IncomingMessage } from 'node:http';

export const bodyLimits = { anybody: 32 * 1024, signedIn: 1024 * 1024 } as const;

/** Whether the body may be read without knowing who sends it. A body of unknown length, or packed, may be of any size. */
export function isSmall({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined || headers['content-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= bodyLimits.anybody;
}

/** A failure to find out is reported by the call itself, which asks again. */
export const isSignedIn = (context: { authenticate(): Promise<unknown> }): Promise<boolean> =>
  context.authenticate().then(Boolean, () => false);
