/** At most `length` UTF-16 code units from the start of a text, without half of a character at the end. */
export const textStart = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** At most `length` UTF-16 code units from the end of a text, without half of a character at the start. */
export const textEnd = (text: string, length: number): string =>
  text.slice(Math.max(0, text.length - length)).replace(/^[\udc00-\udfff]/, '');
