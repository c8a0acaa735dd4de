import type { Passage } from '~/server/generation/library';

/** Passages that follow each other become one text again, with marks where pages begin. In the order of the text. */
export function joinNeighbors(passages: readonly Passage[]): string[] {
  // Joined at the end: texts of several megabytes are expensive to add to.
  const texts: string[][] = [];
  let last: Passage | undefined;
  for (const passage of passages) {
    const { page, place, text } = passage;
    const mark = page === undefined ? '' : `[page ${page}] `;
    const isNext = place !== undefined && last?.place !== undefined && place === last.place + 1;
    if (isNext) texts.at(-1)?.push('\n', page === last?.page ? '' : mark, text);
    else texts.push([mark, text]);
    last = passage;
  }
  return texts.map((pieces) => pieces.join(''));
}
