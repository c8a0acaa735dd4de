/** Detects words at the edge of a quotation that can't be cut off without changing its meaning. */
import { sentenceMarks } from '~/shared/sentence-marks';
import { cutsRange } from './cuts-range';
import type { Span } from './fold-text';
import { isNegation } from './negations';

/** Scales and units that can follow a number, in the singular. */
const measures =
  /^\s{0,2}(?:[%‰°€$£¥½¼¾⅓⅔⅛⅜⅝⅞]|(?:percent|per cent|pct|percentage|basis points?|bps|bp|thousands?|millions?|billions?|trillions?|mn|bn|tn|mm|[mbkMBKT]|mio|mrd|tsd|prozent\w*|millionen|milliarden|tausend|pour cent|milliards?|mille|por ciento|millones|mil|millón|milioni|miliardi|lakhs?|lacs?|crores?|usd|eur|gbp|chf|jpy|cny|dollars?|euros?|pounds?|yen|francs?|k?m|cm|km²|kg|g|t|tons?|tonnes?|mwh?|kwh?|gwh?|twh?|hours?|days?|weeks?|months?|years?|quarters?|times|x)(?![\p{L}\p{N}])|[万億亿兆千百％])/iu;

const signs =
  /(?:[$€£¥+±<>≤≥~≈#§-]|[\u2010-\u2015\u2212]|(?<![\p{L}\p{N}])(?:minus|negative|usd|eur|gbp|chf|jpy|cny|us\$))\s?$/iu;

/** How many characters of a clause are read on either side. */
export const clauseReach = 240;
/** A negation may be this many words before or after the quotation. */
const wordsBefore = 4;
const wordsAfter = 8;

export interface Surroundings {
  /** What the answer says before its quotation. */
  textBefore?: string;
  /** Parts of a quotation with an ellipsis: the omitted words are compared elsewhere. */
  isContinued?: boolean;
  continues?: boolean;
  /** The caller compares the whole sentence, so only the words next to the quotation are checked here. */
  isSentenceCompared?: boolean;
}

/** Whether words in the same clause, but outside the span, belong to its meaning. */
export function changesMeaning(
  text: string,
  { start, end }: Span,
  { textBefore = '', isContinued = false, continues = false, isSentenceCompared = false }: Surroundings = {},
): boolean {
  const before = text.slice(Math.max(0, start - clauseReach), start);
  const after = text.slice(end, end + clauseReach);
  if (/\d/.test(text.charAt(start)) && signs.test(before) && !signs.test(textBefore)) return true;
  if (/(?:\d|(?<![a-z])(?:lakh|lac)s?)$/i.test(text.slice(Math.max(start, end - 6), end)) && measures.test(after))
    return true;
  if (!isSentenceCompared && cutsRange(text, { start, end })) return true;
  const first = text.slice(start, start + 2);
  const isTurned = isSentenceCompared ? endsNegated : isNegated;
  if (!isContinued && isTurned(before, first) && !isTurned(textBefore, first)) return true;
  const isNegatedAfter = isSentenceCompared ? beginsNegated : isPostNegated;
  return !continues && !endsSentence.test(text.slice(Math.max(start, end - 2), end)) && isNegatedAfter(after);
}

const endsSentence = new RegExp(`[.!?;:${sentenceMarks}]["“”„‘’'»«)\\]]?$`, 'u');
const lastWord = /([\p{L}\p{M}'’]{1,30})[\s"“”„‘«]{0,3}$/u;
const firstWord = /^\s{1,3}([\p{L}\p{M}'’]{1,30})/u;
/** Compounds such as 'non-current' are one word and only negate themselves. */
const words = /[\p{L}\p{M}\p{N}]['’\p{L}\p{M}\p{N}.,-]*/gu;
/** 'No.' as in 'Note No. 12' is not a negation. */
const counting = /(?<![\p{L}\p{M}])no\.?\s?(?=\d)/giu;

/** Whether the word before is a negation. */
function endsNegated(before: string): boolean {
  const word = lastWord.exec(before)?.[1];
  return (word !== undefined && isNegation(word)) || /[不未没無非无否勿]$/u.test(before);
}

function isNegated(before: string, first: string): boolean {
  if (endsNegated(before)) return true;
  const clause = lastClause(before.replace(counting, ' '), first);
  return wordsOf(clause).slice(-wordsBefore).some(isNegation);
}

/** Whether the next word is a negation. */
function beginsNegated(after: string): boolean {
  const word = firstWord.exec(after)?.[1];
  return (word !== undefined && isNegation(word)) || /^(?:ない|なかっ|ません|ず)/u.test(after);
}

/**
 * German, French, Dutch and Japanese put the negation after the verb or last, so the rest of the clause is read. In
 * other languages only the next word counts.
 */
function isPostNegated(after: string): boolean {
  if (beginsNegated(after)) return true;
  return wordsOf(firstClause(after))
    .slice(0, wordsAfter)
    .some((word) => trailingNegations.has(word.toLowerCase()));
}

const trailingNegations = new Set([
  'nicht',
  'nie',
  'niemals',
  'keineswegs',
  'pas',
  'jamais',
  'aucunement',
  'niet',
  'nooit',
]);

const wordsOf = (text: string): string[] => (text.match(words) ?? []).map((word) => word.replace(/[.,'’-]+$/u, ''));

/** Words that begin a new clause with another meaning. 'And' does not: 'did not grow and rise'. */
const turns =
  /(?<![\p{L}\p{M}])(?:but|while|whereas|although|though|aber|sondern|während|obwohl|mais|tandis|bien que|pero|mientras|aunque|ma|mentre|maar|terwijl)(?![\p{L}\p{M}])/giu;
/** Parentheses do not end a clause: 'did not, however, approve', 'did not (formally) approve'. */
const inserted = /,(?!\d)(?:[^,.;:!?|]|[.,](?=\d)){1,120},(?!\d)|\([^()]{0,60}\)|\s[–—][^–—.;:!?|]{1,60}[–—]\s/gu;
/** A period ends a sentence before a capital letter, unless it belongs to an abbreviation: '5 Mio. Euro'. */
const borders =
  /[!?;:|、，]|(?<!(?<![\p{L}\p{M}])(?:Mio|Mrd|Tsd|ca|rd|bzw|Nr|Abs|Art|Ziff|vgl|Dr|Prof|Mr|Mrs|Ms|St|Inc|Corp|Co|Ltd|vs|approx|est|\p{Lu}))\.(?=["”’»)\]]*\s+["“„‘«([]*[\p{Lu}\p{Lo}])|,(?!\d)|\s[–—-]\s/gu;
const marks = new RegExp(`[${sentenceMarks}]`, 'gu');
/** A heading is short and followed by a blank line. A page break within a sentence follows a full line. */
const heading = /(?:^|\n)[^\n]{1,60}\n\s*\n\s*(?=["“„‘«([]*[\p{Lu}\p{Lo}])/gu;

/** The text after its last clause border. `first` is the text that follows. */
function lastClause(text: string, first: string): string {
  const plain = text.replace(inserted, ' ') + first;
  let start = 0;
  for (const pattern of [borders, marks, turns, heading])
    for (const { index, 0: found } of plain.matchAll(pattern)) start = Math.max(start, index + found.length);
  return plain.slice(start, Math.max(start, plain.length - first.length));
}

/** The text up to its first clause border. */
function firstClause(text: string): string {
  const plain = text.replace(inserted, ' ');
  let end = plain.length;
  for (const pattern of [borders, marks, turns]) {
    const at = plain.search(pattern);
    if (at >= 0) end = Math.min(end, at);
  }
  return plain.slice(0, end);
}
