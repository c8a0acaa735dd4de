/** Where sentences of an answer may end, and the dots that don't end one. */

export const sentenceEnds = /[.!?](?=["'”’»)\]*_]{0,3}(?:\s|$))|[。！？]/g;

const unfinished =
  /(?:\b(?:pp?|pg|S|No|Nr|vs|ca|approx|Inc|Corp|Ltd|Co|St|Dr|Mr|Mrs|U\.S|e\.g|i\.e)|(?:^|\s)\d{1,2})\.$/;

/** Whether the dot at `index` belongs to an abbreviation, such as in "p. 3" and "Inc.", or to the number of an item. */
export const isAbbreviation = (line: string, index: number): boolean =>
  unfinished.test(line.slice(Math.max(0, index - 8), index + 1));
