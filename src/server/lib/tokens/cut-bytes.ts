/**
 * Cuts texts to a length in bytes, which is closer to their number of tokens than their characters are: a Chinese
 * character has three bytes and almost a token, a Latin one a byte and a quarter of a token.
 */

/** The longest start of the text with at most `bytes` of UTF-8. Never ends within a character. */
export function startInBytes(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.max(0, Math.floor(bytes))));
  return text.slice(0, read);
}

/** The longest end of the text with at most `bytes` of UTF-8. Never begins within a character. */
export function endInBytes(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  let from = Math.max(0, encoded.length - Math.max(0, Math.floor(bytes)));
  while (isWithinCharacter(encoded[from])) from += 1;
  return encoded.subarray(from).toString();
}

const isWithinCharacter = (byte = 0): boolean => byte >> 6 === 0b10;
