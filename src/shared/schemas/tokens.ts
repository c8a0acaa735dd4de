import { z } from 'zod';
import { limits } from '~/shared/limits';
import { confirmedPassword } from './auth';
import { id, time } from './output';
import { storableText, uuid } from './text';

/** `read` tokens change nothing; `write` tokens may do what their owner may do. */
export const tokenScopes = ['read', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];

export const createTokenInput = z.object({
  name: storableText
    .trim()
    .min(1, 'Name is required')
    .max(limits.tokenNameCharacters, `Names can have at most ${limits.tokenNameCharacters} characters`),
  scope: z.enum(tokenScopes, 'Use read or write').default('read'),
  /** In 90 days when it is not mentioned, never when it is null. */
  expiresAt: z.iso
    .datetime({ offset: true, error: 'expiresAt must be a date and time' })
    .transform((text) => new Date(text))
    // The years that PostgreSQL and JavaScript spell alike.
    .refine((date) => date.getTime() > Date.now() && date.getUTCFullYear() < 10_000, 'expiresAt must be in the future')
    .nullish(),
  password: confirmedPassword.optional(),
});
export type CreateTokenInput = z.infer<typeof createTokenInput>;

export const tokenId = z.object({ id: uuid });

/** An API token as it is listed: never the token itself. */
const apiToken = z
  .strictObject({
    id,
    name: z.string(),
    scope: z.enum(tokenScopes).describe('`read` tokens change nothing'),
    createdAt: time,
    lastUsedAt: time.nullable(),
    expiresAt: time.nullable(),
  })
  .meta({ id: 'ApiToken' });
export type ApiTokenSummary = z.infer<typeof apiToken>;
export const apiTokenList = z.array(apiToken);

export const createdApiToken = apiToken
  .extend({ token: z.string().describe('Returned only in this response') })
  .meta({ id: 'CreatedApiToken' });
export type CreatedApiToken = z.infer<typeof createdApiToken>;
