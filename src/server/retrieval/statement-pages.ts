/**
 * Finds the financial statement for a query. A page with most line items of a balance sheet counts, even without the
 * query's words. Only the best matching files are searched, so that the cost does not depend on the number of files.
 */
import { type Corpus, partOf } from './corpus';
import type { EncodedTerm } from './count-terms';
import { scoreTerms } from './score-terms';

/** Per file and statement: the statement itself, its continuation, and its summary. */
const maxPages = 3;
const maxFiles = 8;
/** A page with a smaller share of the line items is about something else. */
const minItems = 0.4;

/** The files to search for statements, by their indexes, best first. */
export const filesWithStatements = (factors: readonly number[]): number[] =>
  factors
    .map((factor, file) => ({ factor, file }))
    .filter(({ factor }) => factor > 0)
    .sort((a, b) => b.factor - a.factor || a.file - b.file)
    .slice(0, maxFiles)
    .map(({ file }) => file);

/** The pages with most of the terms, by their numbers in `corpus`; the best one of each file has rank 0. */
export function rankStatementPages(
  corpus: Corpus,
  files: readonly number[],
  terms: readonly EncodedTerm[],
): Map<number, number> {
  const part = partOf(corpus, files);
  const { pages: scores, termsInPage } = scoreTerms(part, terms);
  const min = terms.length * minItems;
  const ranks = new Map<number, number>();
  for (const [index, file] of files.entries()) {
    const first = part.pageStarts[index] ?? 0;
    const pages = Array.from({ length: (part.pageStarts[index + 1] ?? 0) - first }, (_, page) => first + page)
      .filter((page) => (termsInPage[page] ?? 0) >= min)
      .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
    const shift = (corpus.pageStarts[file] ?? 0) - first;
    for (const [rank, page] of pages.slice(0, maxPages).entries()) ranks.set(page + shift, rank);
  }
  return ranks;
}
