/**
 * Schemas that responses have in common. Output schemas are strict, so that tests find fields that are missing here.
 */
import { z } from 'zod';

/** A Date in code; an ISO date and time in JSON. */
export const time = z.date();
export const id = z.uuid();
/** yyyy-mm-dd */
export const day = z.iso.date();

export const messageOutput = z.strictObject({ message: z.string() }).meta({ id: 'Message' });

/** A keyset page: `nextCursor` continues the list, and is null at its end. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.strictObject({ items: z.array(row), nextCursor: z.string().nullable() });
