/** Finds verbatim occurrences of a quotation in a text. */
import { changesMeaning, type Surroundings } from './cut-meaning';
import { type FoldedText, gaps, isSameGap, type Span } from './fold-text';
import { isSpaceless } from './spaceless-scripts';

/** Long enough to be rare, short enough for a linear search. */
const anchorLength = 24;
/** Limit of candidates for texts that repeat themselves. */
const maxCandidates = 200;
const maxFound = 20;

/**
 * All occurrences of `quote` in `text`, first to last, that start and end at word borders and have no adjacent word or
 * sign that changes their meaning, such as a negation, a sign or a unit.
 */
export function findExact(quote: FoldedText, source: FoldedText, text: string, around: Surroundings = {}): Span[] {
  const { skeleton } = quote;
  if (skeleton === '') return [];
  const anchor = skeleton.slice(0, anchorLength);
  const found: Span[] = [];
  let from = 0;
  for (let tried = 0; tried < maxCandidates && found.length < maxFound; tried++) {
    const at = source.skeleton.indexOf(anchor, from);
    if (at < 0) break;
    from = at + 1;
    if (!isAt(quote, source, at)) continue;
    const last = at + skeleton.length - 1;
    const span = { start: source.starts[at] ?? 0, end: source.ends[last] ?? 0 };
    if (isWhole(source, at, last) && !changesMeaning(text, span, around)) found.push(span);
  }
  return found;
}

function isAt(quote: FoldedText, source: FoldedText, at: number): boolean {
  if (!source.skeleton.startsWith(quote.skeleton, at)) return false;
  // Words across two table rows change their meaning if they begin within the first, such as a figure and the label
  // below it.
  const isRowStart = source.gaps[at] === gaps.row;
  for (let index = 1; index < quote.skeleton.length; index++) {
    const [own, other] = [quote.gaps[index] ?? 0, source.gaps[at + index] ?? 0];
    const isNextRow = other === gaps.row && isRowStart && (own === gaps.space || own === gaps.loose);
    if (!isNextRow && !isSameGap(own, other)) return false;
  }
  return true;
}

const wordCharacter = /[\p{L}\p{M}\p{N}]/u;

/** Whether neither end cuts a word, a compound or a number. */
function isWhole({ skeleton, gaps: between }: FoldedText, first: number, last: number): boolean {
  return (
    isBorder(skeleton.charAt(first - 1), between[first] ?? 0, skeleton.charAt(first)) &&
    isBorder(skeleton.charAt(last), between[last + 1] ?? 0, skeleton.charAt(last + 1)) &&
    !cutsNumber(skeleton, between, first, last)
  );
}

function isBorder(before: string, gap: number, after: string): boolean {
  if (gap !== gaps.none && gap !== gaps.hyphen && gap !== gaps.lineHyphen) return true;
  // Characters outside the basic plane are surrogate pairs; a border next to one counts as a cut.
  if (/[\ud800-\udfff]/.test(before + after)) return gap !== gaps.none || !/[\ud800-\udbff]/.test(before);
  if (!wordCharacter.test(before) || !wordCharacter.test(after)) return true;
  return gap === gaps.none && isSpaceless(before.charCodeAt(0)) && isSpaceless(after.charCodeAt(0));
}

/** 'grew by 4' out of 'grew by 4.2', or '2 million' out of '4.2 million'. */
function cutsNumber(skeleton: string, between: Uint8Array, first: number, last: number): boolean {
  const isGlued = (index: number) => between[index] === gaps.none;
  const tail = skeleton.slice(last + 1, last + 3);
  if (/\d$/.test(skeleton.charAt(last)) && /^[.,'’:/]\d/.test(tail) && isGlued(last + 1) && isGlued(last + 2))
    return true;
  const head = skeleton.slice(Math.max(0, first - 2), first);
  return /^\d/.test(skeleton.charAt(first)) && /\d[.,'’:/]$/.test(head) && isGlued(first) && isGlued(first - 1);
}
