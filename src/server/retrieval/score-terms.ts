/**
 * BM25 scores for passages, pages and files at once: file by file, so that the data of the loops stays in the CPU cache
 * for all terms of the query. A common term is in hundreds of thousands of passages. Pure. Every index is within its
 * array, which TypeScript can't check: hence the casts.
 */
import { inverseDocumentFrequency, saturation } from './bm25';
import type { Corpus, Units } from './corpus';
import { type CountedTerm, countPostings, type EncodedTerm } from './count-terms';
import { lengthOfNumber, numberAt } from './postings';

const maxCounted = 255;

export interface Scores {
  /** 0 without any term. */
  passages: Float32Array;
  pages: Float32Array;
  byFile: Float64Array;
  /** Number of matching terms per unit, at most 255. */
  termsIn: Uint8Array;
  termsInPage: Uint8Array;
}

const lengthOf = ({ sizes }: Units): number => sizes.length;

const noScores = (corpus: Corpus): Scores => ({
  passages: new Float32Array(lengthOf(corpus.passages)),
  pages: new Float32Array(lengthOf(corpus.pages)),
  byFile: new Float64Array(lengthOf(corpus.byFile)),
  termsIn: new Uint8Array(lengthOf(corpus.passages)),
  termsInPage: new Uint8Array(lengthOf(corpus.pages)),
});

/** Yields after about this many passages, so that the caller can let other requests run. Returns the scores. */
export function* scoreInParts(
  corpus: Corpus,
  terms: readonly CountedTerm[],
  passagesPerPart: number,
): Generator<undefined, Scores> {
  const scores = noScores(corpus);
  const { passages, pages, byFile, starts } = corpus;
  const worth = (units: Units, { weight }: CountedTerm, containing: number) =>
    weight * inverseDocumentFrequency(lengthOf(units), containing) * (saturation + 1);
  const worths = terms.map((term) => worth(passages, term, term.passages));
  const pageWorths = terms.map((term) => worth(pages, term, term.pages));
  const fileWorths = terms.map((term) => worth(byFile, term, term.files));
  let partEnd = passagesPerPart;
  for (let file = 0; file < corpus.files.length; file++) {
    // In the order of the terms, so that the same query always has exactly the same scores.
    for (let index = 0; index < terms.length; index++) {
      const term = terms[index] as CountedTerm;
      const count = term.counts[file] as number;
      if (count === 0) continue;
      const fileNorm = byFile.norms[file] as number;
      scores.byFile[file] =
        (scores.byFile[file] as number) + ((fileWorths[index] as number) * count) / (count + fileNorm);
      addScores(corpus, scores, file, term, worths[index] as number, pageWorths[index] as number);
    }
    if ((starts[file + 1] as number) < partEnd) continue;
    partEnd = (starts[file + 1] as number) + passagesPerPart;
    yield undefined;
  }
  return scores;
}

/** Scores everything at once. */
export function scoreTerms(corpus: Corpus, terms: readonly EncodedTerm[]): Scores {
  const counted = terms.map(({ weight, bytes }) => ({ weight, ...countPostings(corpus, bytes) }));
  const scoring = scoreInParts(corpus, counted, Number.POSITIVE_INFINITY);
  for (;;) {
    const { value: scores, done } = scoring.next();
    if (done) return scores;
  }
}

/** Adds the scores of one term in one file. Like countInFile() in count-terms.ts, without a call per posting. */
function addScores(
  corpus: Corpus,
  scores: Scores,
  file: number,
  { bytes, starts, ends }: CountedTerm,
  worth: number,
  pageWorth: number,
): void {
  const { pageOf } = corpus;
  const { passages, pages, termsIn, termsInPage } = scores;
  const [norms, pageNorms] = [corpus.passages.norms, corpus.pages.norms];
  const end = ends[file] as number;
  const endPassage = corpus.starts[file + 1] as number;
  let passage = corpus.starts[file] as number;
  // Passages of a page are consecutive: the page's score is added where the next page begins.
  let [page, inPage] = [-1, 0];
  for (let next = starts[file] as number; next < end; ) {
    let step = bytes[next] as number;
    if (step > 127) step = numberAt(bytes, next);
    next += step > 127 ? lengthOfNumber(step) : 1;
    let count = bytes[next] as number;
    if (count > 127) count = numberAt(bytes, next);
    next += count > 127 ? lengthOfNumber(count) : 1;
    passage += step;
    if (passage >= endPassage) break;
    addScore(passages, termsIn, norms, passage, worth, count);
    const pageHere = pageOf[passage] as number;
    if (pageHere !== page) {
      if (page >= 0) addScore(pages, termsInPage, pageNorms, page, pageWorth, inPage);
      page = pageHere;
      inPage = 0;
    }
    inPage += count;
  }
  if (page >= 0) addScore(pages, termsInPage, pageNorms, page, pageWorth, inPage);
}

function addScore(
  scores: Float32Array,
  termsIn: Uint8Array,
  norms: Float32Array,
  unit: number,
  worth: number,
  count: number,
): void {
  scores[unit] = (scores[unit] as number) + (worth * count) / (count + (norms[unit] as number));
  const terms = termsIn[unit] as number;
  if (terms < maxCounted) termsIn[unit] = terms + 1;
}
