import { textStart } from '~/shared/text-start';

const shownCharacters = 320;

/** The end of the text before a quote, starting at a word. */
export function contextBefore(text: string): string {
  if (text.length <= shownCharacters) return text;
  // The cut may split a surrogate pair, whose second half must not remain if the end contains no space.
  const end = text.slice(-shownCharacters).replace(/^[\udc00-\udfff]/, '');
  return `…${end.slice(end.search(/\s/) + 1)}`;
}

/** The beginning of the text after a quote, ending at a word. */
export function contextAfter(text: string): string {
  if (text.length <= shownCharacters) return text;
  const start = textStart(text, shownCharacters);
  return `${start.replace(/\s+\S*$/, '')}…`;
}
