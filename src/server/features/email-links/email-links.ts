/** What the one-time links in emails have in common. Their token is random and only its hash is stored. */
import { randomBytes } from 'node:crypto';
import { sha256 } from '~/server/lib/hash';

export type LinkPurpose = 'reset-password' | 'confirm-email';

/** Enough random bits that nothing slower than SHA-256 is needed to store it. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');
export const linkHashOf = (token: string): string => sha256(token);

/** The condition that a link of this purpose exists and has not expired. */
export const validLink = (purpose: LinkPurpose, token: string) => ({
  purpose,
  tokenHash: linkHashOf(token),
  expiresAt: { gt: new Date() },
});
