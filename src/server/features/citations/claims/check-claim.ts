/**
 * Compares a sentence of an answer with the text of its source. `quote`: the sentence, or its quotations, occur word
 * for word. `figures`: all its figures, dates and names occur together with the same meaning. `partial`: some do. A
 * verdict is never better than its evidence: anything doubtful counts as missing.
 */
import { cutsRange } from '~/server/features/citations/cuts-range';
import { findExact } from '~/server/features/citations/find-exact';
import { formsOf } from '~/server/features/citations/find-parts';
import { findQuotations, type Quotation } from '~/server/features/citations/find-quotations';
import { type FoldedText, foldText, type Span } from '~/server/features/citations/fold-text';
import { plainText } from '~/server/features/citations/plain-text';
import { hasSeveralIdeographs, hasSeveralSpacelessWords } from '~/server/features/citations/spaceless-scripts';
import { decimalMarkOf } from './figures';
import { type ClaimMatch, matchStatement } from './match-statement';
import { hasOwnFigures, type RequiredItems, requiredItems } from './own-items';
import { cutsAmount, dropsQualifier, qualifiersOf, type Surroundings, surroundingsOf } from './qualifiers';
import { Statement, statementsOf } from './statements';
import { headOf } from './tables';

export interface ClaimCheck {
  verdict: 'quote' | 'figures' | 'partial' | 'absent';
  /** Figures, dates and names of the sentence that the source lacks or that don't occur together. */
  missing?: string[];
  /** The closest passage in the source. */
  passage?: string;
}

/** `dropsQualifier` compares the rest of the sentence. */
const wholeSentence = { isSentenceCompared: true };
const nothing: Surroundings = { before: '', after: '' };

/**
 * Whether words without spaces are only part of the source's sentence. The lists of words that deny or doubt a
 * statement have few of these languages.
 */
const isPartOfSentence = (words: string, { before, after }: Surroundings): boolean =>
  (hasSeveralIdeographs(words) || !/\s\S/.test(words)) && /[\p{L}\p{N}]/u.test(before + after);

interface FoundWords {
  passage: string;
  /** The source denies the figures, makes them conditional, or only reports them. */
  isQualified: boolean;
}

/** A source's text, parsed once for all claims about it. */
export class ClaimSource {
  readonly statements: readonly Statement[];
  readonly folded: FoldedText;

  constructor(readonly text: string) {
    const mark = decimalMarkOf(text);
    this.statements = statementsOf(text, mark);
    this.folded = foldText(text);
  }

  /** Finds the best occurrence of the words, preferably where the surrounding text doesn't change their meaning. */
  find(words: string, claimed: Surroundings = nothing): FoundWords | undefined {
    const found = formsOf(words).flatMap((form) => findExact(form, this.folded, this.text, wholeSentence));
    let held: FoundWords | undefined;
    for (const span of found) {
      const around = surroundingsOf(this.text, span);
      if (claimed === nothing && isPartOfSentence(words, around)) continue;
      const passage = this.text.slice(span.start, span.end);
      const isCut = cutsAmount(passage, around, claimed) || cutsRange(this.text, span);
      if (!isCut && !dropsQualifier(around, claimed)) return { passage, isQualified: false };
      held ??= { passage: `${around.before}${passage}${around.after}`, isQualified: true };
    }
    return held;
  }

  /** The range of the words in the text, ignoring line breaks and hyphenation. */
  spanOf(words: string): Span | undefined {
    for (const form of formsOf(words)) {
      const [span] = findExact(form, this.folded, this.text);
      if (span) return span;
    }
    return undefined;
  }
}

/** Only this many characters of a sentence are compared. */
const longestClaim = 1200;
const maxMissing = 8;

/**
 * `head`: the first row of the table that the sentence is a row of. `own`: the part of the sentence that belongs to this
 * source, because the figures of its other parts belong to others.
 */
export function checkClaim(
  sentence: string,
  sourceOrText: string | ClaimSource,
  head?: string,
  own?: Span,
): ClaimCheck {
  const source = typeof sourceOrText === 'string' ? new ClaimSource(sourceOrText) : sourceOrText;
  const claim = sentence.slice(0, longestClaim);
  const check = (own && checkPart(claim, own, source, head)) ?? checkStart(claim, source, head);
  // The rest counts as not found.
  return sentence.length <= longestClaim || check.verdict === 'absent' ? check : { ...check, verdict: 'partial' };
}

function checkStart(claim: string, source: ClaimSource, head: string | undefined): ClaimCheck {
  const words = plainText(claim);
  // The figures of a row say nothing without its head.
  const isWhole =
    (/\s\S/.test(words) || hasSeveralSpacelessWords(words)) && !(head !== undefined && /\p{N}/u.test(words));
  const whole = isWhole ? source.find(words) : undefined;
  if (whole?.isQualified) return { verdict: 'partial', missing: [words], passage: whole.passage };
  if (whole) return { verdict: 'quote', passage: whole.passage };
  const quotations = findQuotations(claim);
  const statement = new Statement(plainText(withoutQuotations(claim, quotations)), undefined, tableOf(head));
  return compare({ claim, statement, required: statement, quotations, claimed: claim, words }, source);
}

/** Undefined if the figures of the part can't be separated from other parts' figures. */
function checkPart(claim: string, own: Span, source: ClaimSource, head: string | undefined): ClaimCheck | undefined {
  const all = findQuotations(claim);
  const pieces = [{ start: 0, end: own.start }, own, { start: own.end, end: claim.length }].map(({ start, end }) => {
    const inside = all.filter((quotation) => start <= quotation.start && quotation.end <= end);
    const moved = inside.map((quotation) => ({ start: quotation.start - start, end: quotation.end - start }));
    return { quotations: inside, text: plainText(withoutQuotations(claim.slice(start, end), moved)) };
  });
  if (pieces.reduce((count, { quotations }) => count + quotations.length, 0) < all.length) return undefined;
  const [before, inside, after] = pieces.map(({ text }) => text);
  const from = before ? before.length + 1 : 0;
  const part = { start: from, end: from + (inside ?? '').length };
  const text = [before, inside, after].filter(Boolean).join(' ');
  const statement = new Statement(text, undefined, tableOf(head));
  const quotations = pieces[1]?.quotations ?? [];
  if (!hasOwnFigures(statement, part) && quotations.length === 0) return undefined;
  const claimed = claim.slice(own.start, own.end);
  const required = requiredItems(statement, part);
  return compare({ claim, statement, required, quotations, claimed, words: plainText(claimed) }, source);
}

const withoutQuotations = (text: string, quotations: readonly Span[]): string =>
  quotations.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);

const tableOf = (head: string | undefined) => (head === undefined ? undefined : headOf(head));

interface Compared {
  claim: string;
  /** The claim without its quotations. */
  statement: Statement;
  required: RequiredItems;
  quotations: readonly Quotation[];
  /** What the source must support of the claim, and the same without Markdown. */
  claimed: string;
  words: string;
}

function compare(
  { claim, statement, required, quotations, claimed, words }: Compared,
  source: ClaimSource,
): ClaimCheck {
  const found = quotations.map(({ text, start, end }) =>
    source.find(text, { before: plainText(claim.slice(0, start)), after: plainText(claim.slice(end)) }),
  );
  const match = matchStatement(statement, source.statements, required);
  // Apart from quotations, only figures, dates and names must occur in the source.
  const { figures, dates, names } = required;
  if (quotations.length > 0 && figures.length + dates.length + names.length === 0) match.missing = [];
  else if (isContradictedNearby(claim, claimed, match)) match.missing.push(words);
  const missing = [
    ...quotations.flatMap(({ text }, index) => (found[index]?.isQualified === false ? [] : text)),
    ...match.missing,
  ].slice(0, maxMissing);
  return verdictOf(match, missing, found);
}

/** Whether the source denies, doubts or qualifies what the claim states without qualification. */
function isContradictedNearby(claim: string, claimed: string, { passage }: ClaimMatch): boolean {
  if (passage === undefined) return false;
  const qualified = qualifiersOf(claimed, true);
  const inPassage = qualifiersOf(passage, true);
  const isDenied = qualifiersOf(claim, true).has('denied') && !inPassage.has('denied');
  return isDenied || [...inPassage].some((one) => !qualified.has(one));
}

function verdictOf(match: ClaimMatch, missing: string[], quotations: readonly (FoundWords | undefined)[]): ClaimCheck {
  const quoted = quotations.find((found) => found !== undefined)?.passage;
  const passage = quoted ?? match.passage;
  const shown = passage === undefined ? {} : { passage };
  if (missing.length > 0) {
    const hasSome = quoted !== undefined || match.matched > 0;
    return { verdict: hasSome ? 'partial' : 'absent', missing, ...(hasSome && shown) };
  }
  if (quoted !== undefined) return { verdict: 'quote', ...shown };
  if (match.hasFigures) return { verdict: 'figures', ...shown };
  return match.matched > 0 ? { verdict: 'partial', ...shown } : { verdict: 'absent' };
}
