import { z } from 'zod';

/**
 * Text that PostgreSQL can store and every client can show: no NUL and no lone surrogates. All user input is validated
 * with it, so that invalid text gets a clear error instead of a database error.
 */
export const storableText = z
  .string()
  .refine((text) => !text.includes('\u0000') && text.isWellFormed(), 'The text contains invalid characters');

export const notAnId = 'Not a valid id';
export const uuid = z.uuid(notAnId);
