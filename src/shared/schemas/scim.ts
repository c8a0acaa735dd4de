/** SCIM tokens, as administrators create and list them. The SCIM protocol itself is in src/server/features/scim. */
import { z } from 'zod';
import { limits } from '~/shared/limits';
import { confirmedPassword } from './auth';
import { id, time } from './output';
import { storableText, uuid } from './text';

export const createScimTokenInput = z.object({
  name: storableText
    .trim()
    .min(1, 'Name is required')
    .max(limits.tokenNameCharacters, `Names can have at most ${limits.tokenNameCharacters} characters`),
  /** The password of the acting administrator. */
  password: confirmedPassword.optional(),
});
export const scimTokenId = z.object({ id: uuid });

const scimToken = z
  .strictObject({ id, name: z.string(), createdAt: time, lastUsedAt: time.nullable() })
  .meta({ id: 'ScimToken' });
export type ScimTokenRow = z.infer<typeof scimToken>;
export const scimTokens = z.array(scimToken);

export const createdScimToken = scimToken
  .extend({
    token: z.string().describe('Returned only in this response'),
    url: z.string().describe('The base URL that the directory asks for'),
  })
  .meta({ id: 'CreatedScimToken' });
export type CreatedScimToken = z.infer<typeof createdScimToken>;
