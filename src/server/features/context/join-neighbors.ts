import type { Passage } from '~/server/generation/library';

/** Joins consecutive passages into one text, with marks at page starts. In text order. */
export function joinNeighbors(passages: readonly Passage[]): string[] {
  // Joined at the end, because appending to texts of several megabytes is slow.
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
