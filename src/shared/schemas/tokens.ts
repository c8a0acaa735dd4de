import { z } from 'zod';
import { limits } from '~/shared/limits';
import { tokenScopes } from '~/shared/token-scopes';
import { confirmedPassword } from './auth';
import { id, time } from './output';
import { storableText, uuid } from './text';

export const createTokenInput = z.object({
  name: storableText
    .trim()
    .min(1, 'Name is required')
    .max(limits.tokenNameCharacters, `Names can have at most ${limits.tokenNameCharacters} characters`),
  scope: z.enum(tokenScopes, 'Use read or write').default('read'),
  /** Default: 90 days from now. Null: never. */
  expiresAt: z.iso
    .datetime({ offset: true, error: 'expiresAt must be a date and time' })
    .transform((text) => new Date(text))
    // Later years are formatted differently by PostgreSQL and JavaScript.
    .refine((date) => date.getTime() > Date.now() && date.getUTCFullYear() < 10_000, 'expiresAt must be in the future')
    .nullish(),
  password: confirmedPassword.optional(),
});
export type CreateTokenInput = z.infer<typeof createTokenInput>;

export const tokenId = z.object({ id: uuid });

/** An API token in lists, without the token itself. */
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
