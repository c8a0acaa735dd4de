import { z } from 'zod';
import { limits } from '../limits';
import { storableText, uuid } from './text';

export const waitlistInput = z.object({
  email: storableText
    .trim()
    .max(limits.emailCharacters, 'Invalid email format')
    .toLowerCase()
    .pipe(z.email('Invalid email format')),
});
/** A part of a list of people or addresses, newest first; without it the whole list. `cursor` names the last row before. */
export const partOfList = z
  .object({
    cursor: z.string().max(100).nullish(),
    limit: z.number().int().min(1).optional(),
  })
  .optional();
export type PartOfList = z.infer<typeof partOfList>;

export const waitlistEntryId = z.object({ id: uuid });
export const lockUserInput = z.object({ userId: uuid, isLocked: z.boolean('isLocked must be true or false') });
export const setAdminInput = z.object({ userId: uuid, isAdmin: z.boolean('isAdmin must be true or false') });
export const userId = z.object({ userId: uuid });
export const setupInput = z.object({
  seedPositions: z.boolean().default(true),
  token: storableText.max(500).optional(),
});
