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
import { Statement, sentencesOf } from './statements';

export interface ClaimCheck {
  verdict: 'quote' | 'figures' | 'partial' | 'absent';
  /** What the sentence says and the source does not, or not together. */
  missing?: string[];
  /** The words of the source that come nearest. */
  passage?: string;
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

  contains(words: string): string | undefined {
    const span = this.spanOf(words);
    return span && this.text.slice(span.start, span.end);
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
  const whole = /\s\S/.test(words) ? source.contains(words) : undefined;
  if (whole) return { verdict: 'quote', passage: whole };
  const quotations = findQuotations(claim);
  const found = quotations.map(({ text }) => source.contains(text));
  const unquoted = quotations.reduceRight(
    (text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`,
    claim,
  );
  const statement = new Statement(plainText(unquoted));
  const match = matchStatement(statement, source.statements);
  // Besides a quotation only figures, dates and names have to be there.
  if (quotations.length > 0 && statement.figures.length + statement.dates.length + statement.names.length === 0)
    match.missing = [];
  const missing = [...quotations.flatMap(({ text }, index) => (found[index] ? [] : text)), ...match.missing].slice(
    0,
    mostMissing,
  );
  return verdictOf(match, missing, found);
}

function verdictOf(match: ClaimMatch, missing: string[], quotations: readonly (string | undefined)[]): ClaimCheck {
  const quoted = quotations.find((text) => text !== undefined);
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
