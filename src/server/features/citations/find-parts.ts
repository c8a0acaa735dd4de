/** Finds quotations with an ellipsis: '"The board approved … the merger"'. */
import { sentenceMarks } from '~/shared/sentence-marks';
import { findExact } from './find-exact';
import { type FoldedText, foldText, type Span } from './fold-text';
import { hasNegation } from './negations';

const ellipsis = /\s*(?:[[(]\s?(?:\.{3}|…)\s?[\])]|\.{3,4}|…|\. \. \.)\s*/;
const leading = /^\s*(?:[[(]\s?(?:\.{3}|…)\s?[\])]|\.{3,4}|…)\s*/;
const trailing = /\s?(?:[[(]\s?(?:\.{3}|…)\s?[\])]|\.{3,4}|…)\s*$/;

const maxParts = 6;
const minCharacters = 8;
const maxOmitted = 300;

const withoutEdges = (quote: string): string => quote.replace(leading, '').replace(trailing, '').trim();
/** The punctuation mark that ends the answer's own sentence may be inside the quotation marks. */
const withoutLastMark = (quote: string): string => quote.replace(/(?<=\S)[.,;:]$/, '');

/** "[r]evenue" marks a letter whose case was changed. */
const changedCase = /(?<![\p{L}\p{N}])\[(\p{L})\](?=\p{L})/gu;

/** The quotation, and with the original case of letters in brackets. */
function casesOf(quote: string): string[] {
  if (quote.search(changedCase) < 0) return [quote];
  const lower = quote.replace(changedCase, (_, letter: string) => letter.toLowerCase());
  return [quote, lower, quote.replace(changedCase, (_, letter: string) => letter.toUpperCase())];
}

/**
 * What to look for: the quotation without ellipses at its ends, then also without its last punctuation mark and with
 * the original case of letters in brackets.
 */
export function formsOf(quote: string): FoldedText[] {
  const whole = withoutEdges(quote);
  return [...new Set([whole, withoutLastMark(whole)].flatMap(casesOf))].map(foldText);
}

export const partsOf = (quote: string): string[] =>
  withoutLastMark(withoutEdges(quote)).split(ellipsis).filter(Boolean);

/**
 * Finds all parts in order, with nothing significant omitted between them: within one sentence, without a negation, a
 * number or a change of direction.
 */
export function findParts(parts: readonly string[], source: FoldedText, text: string, textBefore: string): Span[] {
  if (parts.length < 2 || parts.length > maxParts || parts.some((part) => part.length < minCharacters)) return [];
  const found = parts.map((part, index) => {
    const around = { textBefore, isContinued: index > 0, continues: index < parts.length - 1 };
    return casesOf(part).flatMap((form) => findExact(foldText(form), source, text, around));
  });
  return (found[0] ?? []).flatMap((first) => {
    let end = first.end;
    const isFollowed = found.slice(1).every((spans) => {
      const next = spans.find(({ start }) => start >= end && start - end <= maxOmitted);
      if (!next || !mayBeOmitted(text.slice(end, next.start))) return false;
      end = next.end;
      return true;
    });
    return isFollowed ? { start: first.start, end } : [];
  });
}

const sentenceEnd = new RegExp(`[.!?](?:\\s|$)|[${sentenceMarks}]`, 'u');
const turns =
  /[;:；：]|\p{N}|[但却而或若]|如果|除非|しかし|ただし|もし|(?<![\p{L}\p{M}])(?:and|or|but|while|whereas|although|though|unless|except|if|than|und|oder|aber|während|obwohl|wenn|als|et|ou|mais|tandis|si|que|y|o|pero|mientras|e|ma|mentre|se)(?![\p{L}\p{M}])/iu;

function mayBeOmitted(omitted: string): boolean {
  return !turns.test(omitted) && !sentenceEnd.test(omitted) && !hasNegation(omitted);
}
