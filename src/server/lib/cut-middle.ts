import { endInBytes, startInBytes } from './tokens/cut-bytes';

/** The beginning and the end of a text, keeping the share `part` (0 to 1) of its bytes. */
export function cutMiddle(text: string, part: number): string {
  if (part >= 1) return text;
  const bytes = Math.max(0, Buffer.byteLength(text) * part);
  return `${startInBytes(text, bytes * (2 / 3)).toWellFormed()}\n[…]\n${endInBytes(text, bytes / 3)}`;
}
