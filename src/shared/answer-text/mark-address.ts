/**
 * The addresses of the links that are inserted into an answer's text as marks, such as the number of a source with its
 * verdict. They contain a key that no text can know: with a fixed address, a model, a page that it read or an imported
 * file could write a verified quote of its own.
 */

const key = crypto.getRandomValues(new Uint32Array(4)).join('');
const start = `#${key}-`;

export const markAddress = (mark: string): string => start + mark;

/** The mark with this address; undefined for the address of any other link. */
export const markOfAddress = (address: string): string | undefined =>
  address.startsWith(start) ? address.slice(start.length) : undefined;
