/** What responses have in common. Output schemas are strict: a field that is missing here fails a test. */
import { z } from 'zod';

/** A Date in the program; in JSON an ISO date and time. */
export const time = z.date();
export const id = z.uuid();
/** yyyy-mm-dd */
export const day = z.iso.date();

export const messageOutput = z.strictObject({ message: z.string() }).meta({ id: 'Message' });

/** A keyset page: `nextCursor` continues the list, null at its end. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.strictObject({ items: z.array(row), nextCursor: z.string().nullable() });
