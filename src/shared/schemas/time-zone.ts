import { z } from 'zod';

/** An IANA name by its form. Whether the server knows it is not checked: the date is then given in UTC. */
export const timeZone = z.string().regex(/^[A-Za-z0-9_+\-/]{1,64}$/, 'Not the name of a time zone');
