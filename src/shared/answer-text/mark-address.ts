/**
 * The addresses of the links that are inserted into an answer's text as marks, such as the number of a source with its
 * verdict. They contain a key that no text can know: with a fixed address, a model, a page that it read or an imported
 * file could write a verified quote of its own.
 */

const key = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, '0')).join(
  '',
);
const start = `#${key}-`;

export const markAddress = (mark: string): string => start + mark;

/** The mark with this address; undefined for the address of any other link. */
export const markOfAddress = (address: string): string | undefined =>
  address.startsWith(start) ? address.slice(start.length) : undefined;
