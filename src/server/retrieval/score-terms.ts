/**
 * Scores of BM25 for passages, pages and files at once, in two passes over the postings of each term. A common term is in
 * hundreds of thousands of passages, so the loops use no arrays that grow and no calls. Pure.
 */
import { rarity, saturation } from './bm25';
import type { Corpus, Units } from './corpus';

const mostCounted = 255;
/** The number of a file and the length of its postings, four bytes each, before the postings. */
const headBytes = 8;

/** A term of the question with its postings of each file, each after the file's number and their length. */
export interface EncodedTerm {
  weight: number;
  bytes: Uint8Array;
}

export interface Scores {
  /** 0 without any term. */
  passages: Float32Array;
  pages: Float32Array;
  byFile: Float64Array;
  /** How many of the terms each has, at most 255. */
  termsIn: Uint8Array;
  termsInPage: Uint8Array;
}

const lengthOf = ({ sizes }: Units): number => sizes.length;

export const noScores = (corpus: Corpus): Scores => ({
  passages: new Float32Array(lengthOf(corpus.passages)),
  pages: new Float32Array(lengthOf(corpus.pages)),
  byFile: new Float64Array(lengthOf(corpus.byFile)),
  termsIn: new Uint8Array(lengthOf(corpus.passages)),
  termsInPage: new Uint8Array(lengthOf(corpus.pages)),
});

/** Adds the scores of these terms to those of others. */
export function scoreTerms(corpus: Corpus, terms: readonly EncodedTerm[], scores = noScores(corpus)): Scores {
  // A posting has at least two bytes.
  const most = terms.reduce((most, { bytes }) => Math.max(most, bytes.length >>> 1), 0);
  const [passages, counts, pageOf] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)];
  const found: Postings = { length: 0, passages, counts, pageOf, files: 0, pages: 0 };
  for (const { weight, bytes } of terms) {
    readPostings(corpus, bytes, found);
    addScores(corpus, scores, weight, found);
  }
  return scores;
}

/** Of one term, those of a file following each other. */
interface Postings {
  length: number;
  passages: Int32Array;
  counts: Int32Array;
  /** Their pages, side by side: reading them from all over the corpus once is enough. */
  pageOf: Int32Array;
  /** How many files and pages contain the term. */
  files: number;
  pages: number;
}

function readPostings(corpus: Corpus, bytes: Uint8Array, found: Postings): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { indexOf, starts } = corpus;
  const { passages, counts, pageOf } = found;
  let [length, files, pages] = [0, 0, 0];
  for (let at = 0; at < bytes.length; ) {
    const index = indexOf.get(view.getInt32(at));
    const start = at + headBytes;
    at = start + view.getInt32(at + 4);
    if (index === undefined) continue;
    let passage = starts[index] as number;
    const end = starts[index + 1] as number;
    const before = length;
    let lastPage = -1;
    // As eachPosting() in postings.ts, whose call for each posting takes longer than all the rest.
    for (let next = start; next < at; ) {
      let [step, count] = [0, 0];
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[next++] as number;
        step += (byte & 127) << shift;
        if (byte <= 127) break;
      }
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[next++] as number;
        count += (byte & 127) << shift;
        if (byte <= 127) break;
      }
      passage += step;
      // The file was indexed again after its passages were counted.
      if (passage >= end) break;
      passages[length] = passage;
      counts[length] = count;
      const page = corpus.pageOf[passage] as number;
      pageOf[length++] = page;
      if (page !== lastPage) pages++;
      lastPage = page;
    }
    if (length > before) files++;
  }
  Object.assign(found, { length, files, pages });
}

/** The order of the additions is that of the terms, so that the same question has the same scores every time. */
function addScores(corpus: Corpus, scores: Scores, weight: number, found: Postings): void {
  const { fileOf } = corpus;
  const { termsIn, termsInPage, passages: passageScores, pages: pageScores, byFile } = scores;
  const { length, passages, counts, pageOf } = found;
  const worth = weight * rarity(lengthOf(corpus.passages), length) * (saturation + 1);
  const pageWorth = weight * rarity(lengthOf(corpus.pages), found.pages) * (saturation + 1);
  const fileWorth = weight * rarity(lengthOf(corpus.byFile), found.files) * (saturation + 1);
  const [norms, pageNorms, fileNorms] = [corpus.passages.norms, corpus.pages.norms, corpus.byFile.norms];
  let [inPage, inFile] = [0, 0];
  for (let index = 0; index < length; index++) {
    const passage = passages[index] as number;
    const count = counts[index] as number;
    passageScores[passage] =
      (passageScores[passage] as number) + (worth * count) / (count + (norms[passage] as number));
    const terms = termsIn[passage] as number;
    if (terms < mostCounted) termsIn[passage] = terms + 1;
    inPage += count;
    // Passages of a page follow each other, as those of a file do.
    const page = pageOf[index] as number;
    if (index + 1 < length && pageOf[index + 1] === page) continue;
    pageScores[page] = (pageScores[page] as number) + (pageWorth * inPage) / (inPage + (pageNorms[page] as number));
    const pageTerms = termsInPage[page] as number;
    if (pageTerms < mostCounted) termsInPage[page] = pageTerms + 1;
    inFile += inPage;
    inPage = 0;
    const file = fileOf[passage] as number;
    if (index + 1 < length && fileOf[passages[index + 1] as number] === file) continue;
    byFile[file] = (byFile[file] as number) + (fileWorth * inFile) / (inFile + (fileNorms[file] as number));
    inFile = 0;
  }
}
