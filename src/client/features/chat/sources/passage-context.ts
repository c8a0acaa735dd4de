const shownCharacters = 320;

/** The end of what stands before a quote, from a word's beginning on. */
export function contextBefore(text: string): string {
  if (text.length <= shownCharacters) return text;
  const end = text.slice(-shownCharacters);
  return `…${end.slice(end.search(/\s/) + 1)}`;
}

/** The beginning of what stands after a quote, to a word's end. */
export function contextAfter(text: string): string {
  if (text.length <= shownCharacters) return text;
  const start = text.slice(0, shownCharacters);
  return `${start.replace(/\s+\S*$/, '')}…`;
}
