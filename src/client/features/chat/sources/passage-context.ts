const shownCharacters = 320;

/** The end of the text before a quote, starting at a word. */
export function contextBefore(text: string): string {
  if (text.length <= shownCharacters) return text;
  const end = text.slice(-shownCharacters);
  return `…${end.slice(end.search(/\s/) + 1)}`;
}

/** The beginning of the text after a quote, ending at a word. */
export function contextAfter(text: string): string {
  if (text.length <= shownCharacters) return text;
  const start = text.slice(0, shownCharacters);
  return `${start.replace(/\s+\S*$/, '')}…`;
}
