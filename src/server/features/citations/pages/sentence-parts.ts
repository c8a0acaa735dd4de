/**
 * The parts of a sentence with several citation marks: "Revenue was $5.1 billion [1] and profit $0.9 billion [2]" has
 * two. A part is the text since the previous mark. Text after the last mark belongs to that mark, so each figure of the
 * sentence belongs to a part.
 */
import { Statement } from '~/server/features/citations/claims/statements';
import type { Span } from '~/server/features/citations/fold-text';

export interface MarkedPart extends Span {
  /** The marks at its end, which are side by side. */
  marks: readonly Span[];
}

/** Between marks that share a part, which are blank. */
const sideBySide = /^[\s,;&]*(?:(?:and|und|et|y|e)\s+|[和及]\s*)?$/iu;
/** A new part of the sentence begins behind the mark. */
const opening =
  /^[\s*_]*(?:[,;:.()|/–—，、；：。（）]|-\s|(?:and|but|or|while|whereas|although|though|und|aber|oder|sowie|während|et|mais|ou|tandis|y|pero|mientras|e|ma|mentre)(?!\p{L})|[而但和与及并])/iu;
const openingReach = 40;
/** Directly before a mark: "$5.1 billion,[1] and". */
const punctuation = /[,;:，、；：]/u;
/** A longer sentence, or one with more marks, is compared as a whole. */
const longest = 20_000;
const maxMarks = 40;

/**
 * The parts with figures or quotations in text order; empty if the sentence must be compared as a whole, because marks
 * may stand before the words they belong to: "It has 3 units: [1] revenue of $5.1 billion".
 */
export function markedParts(
  text: string,
  sentence: Span,
  marks: readonly Span[],
  quotations: readonly Span[],
): MarkedPart[] {
  if (marks.length < 2 || marks.length > maxMarks || sentence.end - sentence.start > longest) return [];
  const parts = splitAtMarks(text, sentence, marks);
  const isStated = parts.map((part) => hasStatement(text.slice(part.start, part.end), part, quotations));
  const count = isStated.lastIndexOf(true) + 1;
  if (count < 2 || isStated.slice(0, count).includes(false)) return [];
  const stated = parts.slice(0, count);
  const isCut = ({ start, end }: Span) => stated.some((part) => start < part.start && part.start < end);
  if (quotations.some(isCut)) return [];
  const lastMarks = stated.at(-1)?.marks ?? [];
  const rest = text.slice(endOf(lastMarks), Math.max(endOf(lastMarks), sentence.end));
  // Figures behind the last of these marks belong to it, unless it may stand before its own words.
  if (count === parts.length && new Statement(rest).figures.length > 0 && !opening.test(rest)) return [];
  const endsWithMark = !/[\p{L}\p{N}]/u.test(rest);
  return stated.slice(0, -1).every(({ marks: own }) => isBorder(text, sentence, own, endsWithMark)) ? stated : [];
}

function splitAtMarks(text: string, sentence: Span, marks: readonly Span[]): MarkedPart[] {
  const groups: Span[][] = [];
  for (const mark of marks.toSorted((a, b) => a.start - b.start)) {
    const last = groups.at(-1);
    if (last && (mark.start <= endOf(last) || sideBySide.test(text.slice(endOf(last), mark.end)))) last.push(mark);
    else groups.push([mark]);
  }
  let start = sentence.start;
  return groups.map((own, index) => {
    const part = { start, end: index === groups.length - 1 ? sentence.end : endOf(own), marks: own };
    start = part.end;
    return part;
  });
}

const endOf = (marks: readonly Span[]): number => Math.max(...marks.map(({ end }) => end));

const hasStatement = (words: string, part: Span, quotations: readonly Span[]): boolean =>
  quotations.some(({ start, end }) => part.start <= start && end <= part.end) ||
  new Statement(words).figures.length > 0;

/** Whether a new part of the sentence begins at the marks. */
function isBorder(text: string, { end }: Span, marks: readonly Span[], endsWithMark: boolean): boolean {
  const behind = endOf(marks);
  if (opening.test(text.slice(behind, Math.min(end, behind + openingReach)))) return true;
  return endsWithMark && punctuation.test(text.charAt(Math.min(...marks.map(({ start }) => start)) - 1));
}
