import { z } from 'zod';

/** Validates only the form of an IANA name. For an unknown name, dates are in UTC. */
export const timeZone = z.string().regex(/^[A-Za-z0-9_+\-/]{1,64}$/, 'Not the name of a time zone');
