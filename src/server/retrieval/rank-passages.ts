/**
 * Orders passages by three rankings of BM25: of the passage, of its page and of its file. The first two are joined by
 * reciprocal ranks, because their scores cannot be compared; the file's is a factor, so that a question that names a
 * company finds that company's pages. Pages that are the statement a question needs are raised. Rankings by vectors and
 * by an endpoint join them in the same way. Pure.
 */
import type { Corpus } from './corpus';
import { namedFiles } from './named-files';
import { nthLargest } from './nth-largest';
import { type RankedTerm, rarity, scoreUnits } from './score-units';

/** How quickly a place in a ranking loses value. Tuned, as are the weights of terms. */
const rankOffset = 20;
/** What a term in the title of a file is worth beside one in its text. */
const titleWeight = 1;
/** A file without the question's words can still have a passage with its meaning. */
const leastFileFactor = 0.5;
/** An endpoint reads question, title and passage together: its order decides between passages that are close. */
const rerankWeight = 20;
/** What a page that is a statement is worth, when the question needs that statement. */
const statementWeight = 1;
/** Passages beyond these are never near the top. */
const mostCandidates = 3000;

export interface FoundPlace {
  /** Index in the given files. */
  file: number;
  place: number;
  score: number;
}

interface Options {
  limit: number;
  wholePages: number;
  leastTerms: number;
}

export interface Evidence {
  terms: readonly RankedTerm[];
  /** Those of the question that are searched for, as titles of files may have them. */
  words: readonly string[];
  /** What each file is worth, between 0 and 1. */
  fileFactors?: readonly number[];
  /** Of each statement that the question needs, the rank of its likely pages in their files. */
  statementPages?: readonly ReadonlyMap<number, number>[];
  /** Passages with a similar meaning, best first. */
  nearest?: readonly number[];
  /** Passages as an endpoint has put them in order, best first. */
  order?: readonly number[];
}

export function rankPassages(
  corpus: Corpus,
  { terms, words, fileFactors, statementPages = [], nearest = [], order = [] }: Evidence,
  { limit, wholePages, leastTerms }: Options,
): FoundPlace[] {
  const scores = scoreUnits(terms, corpus.passages);
  const factors = fileFactors ?? fileFactorsOf(corpus, terms, words, words.join(' '));
  weigh(scores, corpus.byFile.of, factors);
  const pageScores = scoreUnits(terms, corpus.pages);
  weigh(pageScores, filesOfPages(corpus), factors);
  const termsIn = countTerms(terms, corpus);
  const least = Math.max(1, Math.min(leastTerms, words.length));
  const candidates = bestOf(scores, withTerms(termsIn, least));
  // Something is always nearest. Where words must agree, a passage without any is about something else.
  const near = leastTerms > 1 ? nearest.filter((passage) => (termsIn[passage] ?? 0) > 0) : nearest;
  const byWords = new Map(candidates.map((passage, rank) => [passage, rank]));
  const pageRanks = ranksOf(pageScores);
  const byMeaning = new Map(near.map((passage, rank) => [passage, rank]));
  const byEndpoint = new Map(order.map((passage, rank) => [passage, rank]));
  const nearPages = firstRanks(near, corpus);
  const joined = [...new Set([...candidates, ...near])].map((passage) => {
    const page = corpus.pages.of[passage] ?? 0;
    const factor = factors[corpus.byFile.of[passage] ?? 0] ?? 0;
    const words = worth(byWords.get(passage)) + (byWords.has(passage) ? worth(pageRanks.get(page)) : 0);
    const meaning = worth(byMeaning.get(passage)) + (byMeaning.has(passage) ? worth(nearPages.get(page)) : 0);
    const endpoint = rerankWeight * worth(byEndpoint.get(passage));
    const statement = statementPages.reduce((sum, pages) => sum + worth(pages.get(page)), 0) * statementWeight;
    return {
      passage,
      page,
      score: (words + statement) * factor + meaning * Math.max(factor, leastFileFactor) + endpoint,
    };
  });
  joined.sort((a, b) => b.score - a.score || a.passage - b.passage);
  return toPlaces(corpus, withNeighbors(corpus, spread(joined), wholePages).slice(0, limit));
}

/** A file that suits the question ranks before others already here: in many files, its pages would come too late. */
function weigh(scores: Float64Array, fileOf: Int32Array, factors: readonly number[]): void {
  for (let unit = 0; unit < scores.length; unit++) {
    const score = scores[unit] ?? 0;
    if (score > 0) scores[unit] = score * (factors[fileOf[unit] ?? 0] ?? 0);
  }
}

function filesOfPages({ pages, byFile }: Corpus): Int32Array {
  const files = new Int32Array(pages.sizes.length);
  for (let passage = 0; passage < pages.of.length; passage++) files[pages.of[passage] ?? 0] = byFile.of[passage] ?? 0;
  return files;
}

/** What a place in a ranking adds. */
const worth = (rank: number | undefined): number => (rank === undefined ? 0 : 1 / (rankOffset + rank));

/** The rank of the first passage of each page. */
function firstRanks(ordered: readonly number[], { pages }: Corpus): Map<number, number> {
  const ranks = new Map<number, number>();
  for (const passage of ordered) {
    const page = pages.of[passage] ?? 0;
    if (!ranks.has(page)) ranks.set(page, ranks.size);
  }
  return ranks;
}

interface Scored {
  passage: number;
  page: number;
  score: number;
}

/** How many of the terms each passage has. */
function countTerms(terms: readonly RankedTerm[], { passages }: Corpus): Uint8Array {
  const found = new Uint8Array(passages.of.length);
  for (const term of terms)
    for (const passage of term.passages) found[passage] = Math.min(255, (found[passage] ?? 0) + 1);
  return found;
}

function withTerms(found: Uint8Array, least: number): number[] {
  const kept: number[] = [];
  for (let passage = 0; passage < found.length; passage++) if ((found[passage] ?? 0) >= least) kept.push(passage);
  return kept;
}

/** The best first, at most mostCandidates. */
function bestOf(scores: Float64Array, units: readonly number[]): number[] {
  const least = units.length > mostCandidates ? nthLargest(scoresOf(units, scores), mostCandidates) : 0;
  return units
    .filter((unit) => (scores[unit] ?? 0) >= least)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, mostCandidates);
}

function scoresOf(units: readonly number[], scores: Float64Array): Float64Array {
  const found = new Float64Array(units.length);
  for (let index = 0; index < units.length; index++) found[index] = scores[units[index] ?? 0] ?? 0;
  return found;
}

function ranksOf(scores: Float64Array): Map<number, number> {
  const units: number[] = [];
  for (let unit = 0; unit < scores.length; unit++) if ((scores[unit] ?? 0) > 0) units.push(unit);
  return new Map(bestOf(scores, units).map((unit, rank) => [unit, rank]));
}

/** Between 0 and 1 for each file. */
export function fileFactorsOf(
  corpus: Corpus,
  terms: readonly RankedTerm[],
  words: readonly string[],
  question: string,
): number[] {
  if (corpus.files.length === 1) return [1];
  const scores = [...scoreUnits(terms, corpus.byFile)];
  const titles = corpus.files.map(({ title }) => title);
  for (const named of namedFiles(titles, question, words)) {
    const gain = rarity(titles.length, named.length) * titleWeight;
    for (const file of named) scores[file] = (scores[file] ?? 0) + gain;
  }
  const best = Math.max(...scores, Number.EPSILON);
  return scores.map((score) => score / best);
}

/** Further passages of a page count less, so that the first ones of other pages come before them. */
function spread(joined: readonly Scored[]): Scored[] {
  const seen = new Map<number, number>();
  return joined
    .map((one) => {
      const before = seen.get(one.page) ?? 0;
      seen.set(one.page, before + 1);
      return { ...one, score: one.score / (before + 1) };
    })
    .sort((a, b) => b.score - a.score || a.passage - b.passage);
}

/** The rest of the best pages follows their best passage: a table is not understood by one of its parts. */
function withNeighbors({ pages }: Corpus, ordered: readonly Scored[], wholePages: number): Scored[] {
  const whole = new Set<number>();
  const taken = new Set<number>();
  const all: Scored[] = [];
  const take = (one: Scored) => {
    if (!taken.has(one.passage)) all.push(one);
    taken.add(one.passage);
  };
  for (const one of ordered) {
    take(one);
    if (whole.size >= wholePages || whole.has(one.page)) continue;
    whole.add(one.page);
    for (const passage of passagesOf(pages.of, one)) take({ ...one, passage });
  }
  return all;
}

function passagesOf(pageOf: Int32Array, { passage, page }: Scored): number[] {
  let first = passage;
  while (first > 0 && pageOf[first - 1] === page) first--;
  let end = passage + 1;
  while (pageOf[end] === page) end++;
  return Array.from({ length: end - first }, (_, index) => first + index);
}

function toPlaces({ byFile, files, firstOf }: Corpus, found: readonly Scored[]): FoundPlace[] {
  return found.map(({ passage, score }) => {
    const file = byFile.of[passage] ?? 0;
    return { file, place: passage - (firstOf.get(files[file]?.number ?? 0) ?? 0), score };
  });
}
