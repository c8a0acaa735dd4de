/** At most `length` UTF-16 code units from the start of a text, without half of a character at the end. */
export const textStart = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
