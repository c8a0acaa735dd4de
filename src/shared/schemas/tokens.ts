import { z } from 'zod';
import { limits } from '../limits';
import { storableText, uuid } from './text';

export const createTokenInput = z.object({
  name: storableText
    .trim()
    .min(1, 'Name is required')
    .max(limits.tokenNameCharacters, `Names can have at most ${limits.tokenNameCharacters} characters`),
  expiresAt: z.iso
    .datetime({ offset: true, error: 'expiresAt must be a date and time' })
    .transform((text) => new Date(text))
    // The years that PostgreSQL and JavaScript spell alike.
    .refine((date) => date.getTime() > Date.now() && date.getUTCFullYear() < 10_000, 'expiresAt must be in the future')
    .nullish(),
});
export type CreateTokenInput = z.infer<typeof createTokenInput>;

export const tokenId = z.object({ id: uuid });

/** An API token as it is listed: never the token itself. */
export interface ApiTokenSummary {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
}

/** `token` is shown this once. */
export interface CreatedApiToken extends ApiTokenSummary {
  token: string;
}
