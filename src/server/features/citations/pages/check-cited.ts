/**
 * Compares the sentences that cite a web page with its text. If their results differ, the citation gets the weakest
 * verdict, because a verdict must not be better than its evidence.
 */
import { type ClaimCheck, type ClaimSource, checkClaim } from '~/server/features/citations/claims/check-claim';
import { Statement } from '~/server/features/citations/claims/statements';
import { findQuotations } from '~/server/features/citations/find-quotations';
import { textStart } from '~/shared/text-start';
import type { CitedSentence } from './cited-sentences';

/** The claims of one citation of a page. */
export interface CitedClaims {
  sentences: readonly CitedSentence[];
  /** Whether the citation is attached to these sentences; otherwise it may belong to any of them. */
  isPlaced: boolean;
}

export interface PageCheck {
  verdict: ClaimCheck['verdict'];
  missing?: string[];
  passage?: string;
  /** Offset of the passage in the text of the page. */
  sourceStart?: number;
  sourceEnd?: number;
  /** The matching sentence for a citation without a position. */
  sentence?: { start: number; end: number };
}

const maxMissing = 8;
const longestPassage = 1000;
/** How many sentences a citation without a position is compared with. */
const maxSentencesWithoutCitation = 30;

export function checkCited({ sentences, isPlaced }: CitedClaims, source: ClaimSource): PageCheck {
  return isPlaced ? checkAll(sentences, source) : checkAny(sentences, source);
}

function checkAll(sentences: readonly CitedSentence[], source: ClaimSource): PageCheck {
  const checks = sentences.map(({ text, head, own }) => checkClaim(text, source, head, own?.inText));
  const missing = [...new Set(checks.flatMap((check) => check.missing ?? []))].slice(0, maxMissing);
  // The mark follows the last sentence, so its passage is preferred.
  const passage = checks.findLast((check) => check.passage !== undefined)?.passage;
  const verdict = verdictOfAll(checks);
  return {
    verdict,
    ...(missing.length > 0 && verdict !== 'quote' && verdict !== 'figures' && { missing }),
    ...(verdict !== 'absent' && placeOf(passage, source)),
  };
}

function verdictOfAll(checks: readonly ClaimCheck[]): PageCheck['verdict'] {
  const verdicts = checks.map(({ verdict }) => verdict);
  if (verdicts.every((verdict) => verdict === 'absent')) return 'absent';
  if (verdicts.every((verdict) => verdict === 'quote')) return 'quote';
  if (verdicts.every((verdict) => verdict === 'quote' || verdict === 'figures')) return 'figures';
  return 'partial';
}

/** A citation without a position counts for a sentence only if the page supports all of it. */
function checkAny(sentences: readonly CitedSentence[], source: ClaimSource): PageCheck {
  let found: PageCheck | undefined;
  for (const { text, head, start, end } of sentences.filter(isCheckable).slice(0, maxSentencesWithoutCitation)) {
    const { verdict, passage } = checkClaim(text, source, head);
    if (verdict !== 'quote' && verdict !== 'figures') continue;
    if (found && verdict !== 'quote') continue;
    found = { verdict, ...placeOf(passage, source), sentence: { start, end } };
    if (verdict === 'quote') break;
  }
  return found ?? { verdict: 'absent' };
}

const isCheckable = ({ text }: CitedSentence): boolean => {
  const { figures, dates } = new Statement(text);
  return figures.length + dates.length > 0 || findQuotations(text).length > 0;
};

function placeOf(
  passage: string | undefined,
  source: ClaimSource,
): Pick<PageCheck, 'passage' | 'sourceStart' | 'sourceEnd'> {
  if (passage === undefined) return {};
  const shown = textStart(passage, longestPassage).toWellFormed();
  const span = source.spanOf(shown);
  return { passage: shown, ...(span && { sourceStart: span.start, sourceEnd: span.end }) };
}
