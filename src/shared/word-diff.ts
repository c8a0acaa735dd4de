/** A word diff of two short texts. */
export interface Segment {
  text: string;
  /** Whether the segment is also in the other text. */
  isShared: boolean;
}

interface Word {
  text: string;
  start: number;
  end: number;
}

/** Longer texts are only compared up to this many words. */
const maxWords = 900;

const token =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})[\p{L}\p{M}\p{N}])+(?:[.,'’](?=\p{N})\p{N}+)*|[^\s\p{L}\p{M}\p{N}]/gu;

/** Words, numbers with their separators, and punctuation. */
const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(token), ({ 0: found, index }) => ({
    text: found,
    start: index,
    end: index + found.length,
  })).slice(0, maxWords);

/** Normalizes quotation marks and dashes, whose style is not a difference. */
const comparable = (word: string): string =>
  word
    .normalize('NFKC')
    .replace(/[‘’‚‛“”„‟«»‹›"`´]/g, "'")
    .replace(/[‐‑‒–—―−]/g, '-');

/** Splits both texts into segments, which are shared or different. Concatenated, the segments are the text. */
export function diffWords(before: string, after: string): { before: Segment[]; after: Segment[] } {
  const left = wordsOf(before);
  const right = wordsOf(after);
  const common = commonWords(
    left.map(({ text }) => comparable(text)),
    right.map(({ text }) => comparable(text)),
  );
  return {
    before: segments(before, left, new Set(common.map(([place]) => place))),
    after: segments(after, right, new Set(common.map(([, place]) => place))),
  };
}

/** White space between two words belongs to the first one, unless only the second one is shared. */
function segments(text: string, words: readonly Word[], shared: ReadonlySet<number>): Segment[] {
  const result: Segment[] = [];
  let from = 0;
  const close = (to: number, isShared: boolean) => {
    if (to <= from) return;
    const last = result.at(-1);
    if (last?.isShared === isShared) last.text += text.slice(from, to);
    else result.push({ text: text.slice(from, to), isShared });
    from = to;
  };
  for (const [place, { start, end }] of words.entries()) {
    const isShared = shared.has(place);
    // White space between two words of the same kind belongs to them.
    if (isShared || shared.has(place - 1)) close(start, true);
    close(end, isShared);
  }
  close(text.length, true);
  return result;
}

/** The longest common subsequence, as pairs of indexes. */
export function commonWords(left: readonly string[], right: readonly string[]): [number, number][] {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        left[i] === right[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    if (left[i] === right[j]) pairs.push([i++, j++]);
    else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
