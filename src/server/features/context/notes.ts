/** Notes for a model about files: which message they belong to, what it sees of them, and what it does not see. */

/** A message with the names of its files, whose texts are elsewhere in the request or left out. */
export const withFileNames = (content: string, names: readonly string[]): string =>
  [content, names.length > 0 && `(Attached: ${names.map((name) => JSON.stringify(name)).join(', ')})`]
    .filter(Boolean)
    .join('\n\n');

/** `passageCount` is NaN if the length of the file is unknown. `andSpread`: with passages from all over the file. */
export function excerptNote(kept: number, passageCount: number, { andSpread = false } = {}): string {
  const count = Number.isNaN(passageCount) ? `${kept} passages` : `${kept} of ${passageCount} passages`;
  const others = andSpread ? ' and others from all over the file' : '';
  return `Excerpts only: ${count}, those that match the question${others}. What they do not say may stand in the rest.`;
}
