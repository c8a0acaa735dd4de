/**
 * Compares a sentence of an answer with the text of its source. `quote`: it stands there word for word, or its quotations
 * do. `figures`: all its figures, dates and names stand there together and mean the same. `partial`: some do. No verdict
 * is better than its evidence: what leaves a doubt is missing.
 */
import { findExact } from '~/server/features/citations/find-exact';
import { formsOf } from '~/server/features/citations/find-parts';
import { findQuotations } from '~/server/features/citations/find-quotations';
import { type FoldedText, foldText, type Span } from '~/server/features/citations/fold-text';
import { plainText } from '~/server/features/citations/plain-text';
import { decimalMarkOf } from './figures';
import { type ClaimMatch, matchStatement } from './match-statement';
import { cutsAmount, isHeldBack, reservesOf, type Surroundings, surroundingsOf } from './said-around';
import { Statement, sentencesOf } from './statements';

export interface ClaimCheck {
  verdict: 'quote' | 'figures' | 'partial' | 'absent';
  /** What the sentence says and the source does not, or not together. */
  missing?: string[];
  /** The words of the source that come nearest. */
  passage?: string;
}

/** `isHeldBack` compares the rest of the sentence. */
const wholeSentence = { isSentenceCompared: true };
const nothing: Surroundings = { before: '', after: '' };

interface FoundWords {
  passage: string;
  /** The source denies them, makes them depend on something, or only passes them on. */
  isHeld: boolean;
}

/** A source's text, read once for all claims about it. */
export class ClaimSource {
  readonly statements: readonly Statement[];
  readonly folded: FoldedText;

  constructor(readonly text: string) {
    const mark = decimalMarkOf(text);
    this.statements = sentencesOf(text).map((sentence) => new Statement(sentence, mark));
    this.folded = foldText(text);
  }

  /** The place where words stand, best one where nothing around them turns their meaning. */
  find(words: string, said: Surroundings = nothing): FoundWords | undefined {
    const found = formsOf(words).flatMap((form) => findExact(form, this.folded, this.text, wholeSentence));
    let held: FoundWords | undefined;
    for (const span of found) {
      const around = surroundingsOf(this.text, span);
      const passage = this.text.slice(span.start, span.end);
      if (!isHeldBack(around, said) && !cutsAmount(passage, around, said)) return { passage, isHeld: false };
      held ??= { passage: `${around.before}${passage}${around.after}`, isHeld: true };
    }
    return held;
  }

  /** Where words stand in the text, whatever its lines and hyphens. */
  spanOf(words: string): Span | undefined {
    for (const form of formsOf(words)) {
      const [span] = findExact(form, this.folded, this.text);
      if (span) return span;
    }
    return undefined;
  }
}

/** What of a sentence is compared. */
export const longestClaim = 1200;
const mostMissing = 8;

export function checkClaim(sentence: string, given: string | ClaimSource): ClaimCheck {
  const source = typeof given === 'string' ? new ClaimSource(given) : given;
  const claim = sentence.slice(0, longestClaim);
  const words = plainText(claim);
  const whole = /\s\S/.test(words) ? source.find(words) : undefined;
  if (whole?.isHeld) return { verdict: 'partial', missing: [words], passage: whole.passage };
  if (whole) return { verdict: 'quote', passage: whole.passage };
  const quotations = findQuotations(claim);
  const found = quotations.map(({ text, start, end }) =>
    source.find(text, { before: plainText(claim.slice(0, start)), after: plainText(claim.slice(end)) }),
  );
  const unquoted = quotations.reduceRight(
    (text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`,
    claim,
  );
  const statement = new Statement(plainText(unquoted));
  const match = matchStatement(statement, source.statements);
  // Besides a quotation only figures, dates and names have to be there.
  if (quotations.length > 0 && statement.figures.length + statement.dates.length + statement.names.length === 0)
    match.missing = [];
  else if (isHeldElsewhere(claim, match)) match.missing.push(words);
  const missing = [
    ...quotations.flatMap(({ text }, index) => (found[index]?.isHeld === false ? [] : text)),
    ...match.missing,
  ].slice(0, mostMissing);
  return verdictOf(match, missing, found);
}

/** The source denies, doubts or limits what the claim says without reserve. */
function isHeldElsewhere(claim: string, { passage }: ClaimMatch): boolean {
  if (passage === undefined) return false;
  const said = reservesOf(claim, true);
  const given = reservesOf(passage, true);
  return [...given].some((one) => !said.has(one)) || (said.has('denied') && !given.has('denied'));
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
