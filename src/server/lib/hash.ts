import { createHash } from 'node:crypto';

/** SHA-256 of a text; equal lengths make it fit for a comparison that takes the same time whatever is compared. */
export const hashText = (text: string): Buffer => createHash('sha256').update(text).digest();
