/** Where sentences of an answer may end, the dots that don't end one, and sentences within one quotation. */
import { sentenceMarks } from '~/shared/sentence-marks';
import type { Span } from './fold-text';

const closing = String.raw`["'”’»)\]*_]{0,4}`;
const sentenceEnd = new RegExp(`[.!?](?=${closing}(?:\\s|$))|[${sentenceMarks}]`, 'g');
const closingMarks = new RegExp(closing, 'y');

const unfinished =
  /(?:\b(?:pp?|pg|S|No|Nr|vs|ca|approx|Inc|Corp|Ltd|Co|St|Dr|Mr|Mrs|Mio|Mrd|Tsd|bzw|U\.S|e\.g|i\.e|z\.B)|(?:^|[\s(])\p{Nd}{1,2})\.$/u;

/** Whether the dot at `index` belongs to an abbreviation, such as in "p. 3" and "Inc.", or to the number of an item. */
const isAbbreviation = (line: string, index: number): boolean =>
  unfinished.test(line.slice(Math.max(0, index - 8), index + 1));

/** For each sentence of a line, its last mark, and its end behind closing quotation marks, brackets and asterisks. */
export function* sentenceEndsIn(line: string): Generator<{ mark: number; end: number }> {
  for (const { index } of line.matchAll(sentenceEnd)) {
    if (isAbbreviation(line, index)) continue;
    closingMarks.lastIndex = index + 1;
    yield { mark: index, end: index + 1 + (closingMarks.exec(line)?.[0].length ?? 0) };
  }
}

/** A quotation of several sentences is one claim. */
export function joinedByQuotations<Sentence extends Span>(
  sentences: Iterable<Sentence>,
  quotations: readonly Span[],
): Sentence[] {
  const joined: Sentence[] = [];
  for (const sentence of sentences) {
    const last = joined.at(-1);
    const isSame =
      last && quotations.some(({ start, end }) => start < last.end && sentence.start < end && last.start < end);
    if (last && isSame) last.end = sentence.end;
    else joined.push({ ...sentence });
  }
  return joined;
}
