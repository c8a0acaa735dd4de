/** Where sentences of an answer may end, the dots that don't end one, and sentences within one quotation. */
import { sentenceMarks } from '~/shared/sentence-marks';
import type { Span } from './fold-text';

export const sentenceEnds = new RegExp(`[.!?](?=["'”’»)\\]*_]{0,3}(?:\\s|$))|[${sentenceMarks}]`, 'g');

const unfinished =
  /(?:\b(?:pp?|pg|S|No|Nr|vs|ca|approx|Inc|Corp|Ltd|Co|St|Dr|Mr|Mrs|Mio|Mrd|Tsd|bzw|U\.S|e\.g|i\.e)|(?:^|\s)\d{1,2})\.$/;

/** Whether the dot at `index` belongs to an abbreviation, such as in "p. 3" and "Inc.", or to the number of an item. */
export const isAbbreviation = (line: string, index: number): boolean =>
  unfinished.test(line.slice(Math.max(0, index - 8), index + 1));

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
