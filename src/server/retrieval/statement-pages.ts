/**
 * Finds the statement a question needs: pages that contain most line items of a balance sheet are one, whatever
 * words of the question they lack. Only in the files that suit the question best, so that it costs the same over any
 * number of files.
 */
import { buildCorpus, type Corpus, type CorpusFile } from './corpus';
import { type RankedTerm, scoreUnits } from './score-units';

/** Of each file and statement: the statement itself, how it goes on, and its summary. */
const mostPages = 3;
const mostFiles = 8;
/** A page with a smaller part of the line items is about something else. */
const leastItems = 0.4;

/** The files to look for statements in, by their indexes, best first. */
export const filesWithStatements = (factors: readonly number[]): number[] =>
  factors
    .map((factor, file) => ({ factor, file }))
    .filter(({ factor }) => factor > 0)
    .sort((a, b) => b.factor - a.factor || a.file - b.file)
    .slice(0, mostFiles)
    .map(({ file }) => file);

/** The pages with most of the terms, the best of each file with rank 0; by their numbers in `corpus`. */
export function rankStatementPages(
  corpus: Corpus,
  files: readonly number[],
  termsIn: (part: Corpus) => RankedTerm[],
): Map<number, number> {
  const chosen = files.flatMap((file) => corpus.files[file] ?? []);
  const part = buildCorpus(chosen);
  const terms = termsIn(part);
  const scores = scoreUnits(terms, part.pages);
  const items = countItems(terms, part);
  const least = terms.length * leastItems;
  const ranks = new Map<number, number>();
  for (const file of chosen) {
    const pages = pagesOf(part, file).filter((page) => (items[page] ?? 0) >= least);
    pages.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
    const shift = (pagesOf(corpus, file)[0] ?? 0) - (pagesOf(part, file)[0] ?? 0);
    for (const [rank, page] of pages.slice(0, mostPages).entries()) ranks.set(page + shift, rank);
  }
  return ranks;
}

/** How many of the terms each page has. */
function countItems(terms: readonly RankedTerm[], { pages }: Corpus): Uint8Array {
  const counts = new Uint8Array(pages.sizes.length);
  for (const { passages } of terms)
    for (const page of new Set(passages.map((passage) => pages.of[passage] ?? 0)))
      counts[page] = (counts[page] ?? 0) + 1;
  return counts;
}

function pagesOf({ firstOf, byFile, pages }: Corpus, { number }: CorpusFile): number[] {
  const first = firstOf.get(number) ?? 0;
  const file = byFile.of[first];
  const found: number[] = [];
  for (let passage = first; passage < pages.of.length && byFile.of[passage] === file; passage++) {
    const page = pages.of[passage] ?? 0;
    if (found.at(-1) !== page) found.push(page);
  }
  return found;
}
