import { z } from 'zod';

/**
 * Text that PostgreSQL can store and every client can show: no NUL, no half of a surrogate pair.
 * Everything a person types passes through here, so that bad input is answered with words and not by the database.
 */
export const storableText = z
  .string()
  .refine((text) => !text.includes('\u0000') && text.isWellFormed(), 'The text contains invalid characters');

export const notAnId = 'Not a valid id';
export const uuid = z.uuid(notAnId);
