/** Shared by all one-time links in emails. Tokens are random, and only their hash is stored. */
import { randomBytes } from 'node:crypto';
import { sha256 } from '~/server/lib/hash';

export type LinkPurpose = 'reset-password' | 'confirm-email';

/** Random enough that a fast hash such as SHA-256 is sufficient. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');
export const linkHashOf = (token: string): string => sha256(token);

/** The condition that a link for this purpose exists and has not expired. */
export const validLink = (purpose: LinkPurpose, token: string) => ({
  purpose,
  tokenHash: linkHashOf(token),
  expiresAt: { gt: new Date() },
});
