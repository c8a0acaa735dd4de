/** Finds the passage closest to a quotation that does not occur verbatim. */
import { commonWords } from '~/shared/word-diff';
import type { Span } from './fold-text';

interface Word {
  text: string;
  start: number;
  end: number;
}

export interface Near extends Span {
  /** Share of the quotation's words that occur in the passage, in the same order. */
  share: number;
}

const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})[\p{L}\p{M}\p{N}])+(?:[.,'’](?=\p{N})\p{N}+)*/gu;

/** Passages with a smaller share have little in common with the quotation. */
const minShare = 0.6;
const maxQuotedWords = 400;
/** Limit of hits per quotation and window, for texts that repeat themselves. */
const maxHits = 1500;

const wordsAt = (text: string): Word[] =>
  Array.from(text.matchAll(word), ({ 0: found, index }) => ({
    text: found.normalize('NFKC').toLowerCase(),
    start: index,
    end: index + found.length,
  }));

/** Quotations indexed for a search through many windows. */
export class NearSearch {
  private readonly quotes: Word[][];
  /** Maps pairs of adjacent words to their quotation and position. */
  private readonly pairs = new Map<string, { quote: number; place: number }[]>();

  constructor(quotations: readonly string[]) {
    this.quotes = quotations.map((text) => wordsAt(text).slice(0, maxQuotedWords));
    for (const [quote, words] of this.quotes.entries()) {
      for (let place = 0; place + 1 < words.length; place++) {
        const key = keyOf(words, place);
        const places = this.pairs.get(key) ?? [];
        if (places.length < 20) places.push({ quote, place });
        this.pairs.set(key, places);
      }
    }
  }

  /** The closest passage in this text for each quotation that has one. */
  search(text: string): Map<number, Near> {
    const words = wordsAt(text);
    const hits: { at: number; place: number }[][] = this.quotes.map(() => []);
    for (let at = 0; at + 1 < words.length; at++) {
      for (const { quote, place } of this.pairs.get(keyOf(words, at)) ?? []) {
        const list = hits[quote];
        if (list && list.length < maxHits) list.push({ at, place });
      }
    }
    const found = new Map<number, Near>();
    for (const [quote, quoted] of this.quotes.entries()) {
      const near = nearest(quoted, words, hits[quote] ?? []);
      if (near) found.set(quote, near);
    }
    return found;
  }
}

const keyOf = (words: readonly Word[], at: number) => `${words[at]?.text} ${words[at + 1]?.text}`;

function nearest(
  quoted: readonly Word[],
  words: readonly Word[],
  hits: readonly { at: number; place: number }[],
): Near | undefined {
  const densest = densestRange(hits, quoted.length * 1.5 + 8);
  if (!densest || densest.count < Math.max(1, quoted.length / 5)) return undefined;
  const margin = Math.ceil(quoted.length / 3) + 3;
  const from = Math.max(0, densest.from - margin);
  const range = words.slice(from, densest.to + margin + 2);
  const common = commonWords(texts(quoted), texts(range));
  const share = common.length / quoted.length;
  const [first, last] = [common[0], common.at(-1)];
  if (share < minShare || common.length < 3 || !first || !last) return undefined;
  // Extends the range by the quotation's words before its first match and after its last.
  const start = range[Math.max(0, first[1] - Math.min(first[0], 6))];
  const end = range[Math.min(range.length - 1, last[1] + Math.min(quoted.length - 1 - last[0], 6))];
  return start && end && { share, start: start.start, end: end.end };
}

const texts = (words: readonly Word[]) => words.map(({ text }) => text);

/** The range of at most `length` words with the most distinct pairs of the quotation. */
function densestRange(hits: readonly { at: number; place: number }[], length: number) {
  const counts = new Map<number, number>();
  let best: { from: number; to: number; count: number } | undefined;
  let low = 0;
  for (const { at, place } of hits) {
    counts.set(place, (counts.get(place) ?? 0) + 1);
    for (let first = hits[low]; first && at - first.at > length; first = hits[++low]) {
      const left = (counts.get(first.place) ?? 0) - 1;
      if (left > 0) counts.set(first.place, left);
      else counts.delete(first.place);
    }
    if (!best || counts.size > best.count) best = { from: hits[low]?.at ?? at, to: at, count: counts.size };
  }
  return best;
}
