/**
 * Orders passages by three BM25 rankings: of the passage, of its page and of its file. The first two are combined by
 * reciprocal rank fusion, because their scores cannot be compared; the file's is a factor, so that a query that names a
 * company finds that company's pages. Pages that are the statement a query needs are raised. Rankings by vectors and by
 * a rerank endpoint are combined in the same way. Pure.
 */
import { bestUnits } from './best-units';
import { inverseDocumentFrequency } from './bm25';
import type { Corpus } from './corpus';
import { namedFiles } from './named-files';
import type { Scores } from './score-terms';

/** How quickly the value of a rank declines. Tuned, like the weights of terms. */
const rankOffset = 20;
/** The weight of a term in a file's title relative to one in its text. */
const titleWeight = 1;
/** A file without the query's words can still have a passage with its meaning. */
const minFileFactor = 0.5;
/** A rerank endpoint reads query, title and passage together, so its order decides between similar scores. */
const rerankWeight = 20;
/** The weight of a page with the statement that the query needs. */
const statementWeight = 1;
/** Passages beyond these are never near the top. */
const maxCandidates = 3000;

export interface RankedPassage {
  /** Index in the given files. */
  file: number;
  place: number;
  score: number;
}

interface Options {
  limit: number;
  wholePages: number;
  minTerms: number;
}

export interface Evidence {
  /** Scores of the query's terms. */
  scores: Scores;
  /** The query's searchable words, as titles of files may contain them. */
  words: readonly string[];
  /** Factor of each file, between 0 and 1. */
  fileFactors?: readonly number[];
  /** For each statement that the query needs, the rank of its likely pages in their files. */
  statementPages?: readonly ReadonlyMap<number, number>[];
  /** Passages with a similar meaning, best first. */
  nearest?: readonly number[];
  /** Passages in the order of a rerank endpoint, best first. */
  order?: readonly number[];
}

export function rankPassages(
  corpus: Corpus,
  { scores, words, fileFactors, statementPages = [], nearest = [], order = [] }: Evidence,
  { limit, wholePages, minTerms }: Options,
): RankedPassage[] {
  // Weight by file before selecting candidates: among many files, the pages of a matching one would otherwise be cut
  // off.
  const factors = fileFactors ?? fileFactorsOf(corpus, scores, words, words.join(' '));
  const min = Math.max(1, Math.min(minTerms, words.length));
  const { termsIn, termsInPage } = scores;
  const candidates = bestUnits(
    { scores: scores.passages, termsIn, min, starts: corpus.starts, factors },
    maxCandidates,
  );
  const pages = bestUnits(
    { scores: scores.pages, termsIn: termsInPage, min: 1, starts: corpus.pageStarts, factors },
    maxCandidates,
  );
  // Vector search always returns something. If words must match, a passage without any is about something else.
  const near = minTerms > 1 ? nearest.filter((passage) => (termsIn[passage] ?? 0) > 0) : nearest;
  const byWords = new Map(candidates.map((passage, rank) => [passage, rank]));
  const pageRanks = new Map(pages.map((page, rank) => [page, rank]));
  const byMeaning = new Map(near.map((passage, rank) => [passage, rank]));
  const byEndpoint = new Map(order.map((passage, rank) => [passage, rank]));
  const nearPages = firstRanks(near, corpus);
  const joined = [...new Set([...candidates, ...near])].map((passage) => {
    const page = corpus.pageOf[passage] ?? 0;
    const factor = factors[corpus.fileOf[passage] ?? 0] ?? 0;
    const words = worth(byWords.get(passage)) + (byWords.has(passage) ? worth(pageRanks.get(page)) : 0);
    const meaning = worth(byMeaning.get(passage)) + (byMeaning.has(passage) ? worth(nearPages.get(page)) : 0);
    const endpoint = rerankWeight * worth(byEndpoint.get(passage));
    const statement = statementPages.reduce((sum, pages) => sum + worth(pages.get(page)), 0) * statementWeight;
    return {
      passage,
      page,
      score: (words + statement) * factor + meaning * Math.max(factor, minFileFactor) + endpoint,
    };
  });
  joined.sort((a, b) => b.score - a.score || a.passage - b.passage);
  return toPlaces(corpus, withNeighbors(corpus, spread(joined), wholePages).slice(0, limit));
}

/** The contribution of a rank. */
const worth = (rank: number | undefined): number => (rank === undefined ? 0 : 1 / (rankOffset + rank));

/** The rank of the first passage of each page. */
function firstRanks(ordered: readonly number[], { pageOf }: Corpus): Map<number, number> {
  const ranks = new Map<number, number>();
  for (const passage of ordered) {
    const page = pageOf[passage] ?? 0;
    if (!ranks.has(page)) ranks.set(page, ranks.size);
  }
  return ranks;
}

interface Scored {
  passage: number;
  page: number;
  score: number;
}

/** Between 0 and 1 for each file. */
export function fileFactorsOf(
  corpus: Corpus,
  { byFile }: Pick<Scores, 'byFile'>,
  words: readonly string[],
  question: string,
): number[] {
  if (corpus.files.length === 1) return [1];
  const scores = [...byFile];
  for (const named of namedFiles(corpus.titles, question, words)) {
    const gain = inverseDocumentFrequency(corpus.files.length, named.length) * titleWeight;
    for (const file of named) scores[file] = (scores[file] ?? 0) + gain;
  }
  const best = scores.reduce((best, score) => Math.max(best, score), Number.EPSILON);
  return scores.map((score) => score / best);
}

/** Further passages of a page count less, so that the first ones of other pages precede them. */
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

/** The rest of the best pages follows their best passage, because a part of a table is not understandable alone. */
function withNeighbors({ pageOf }: Corpus, ordered: readonly Scored[], wholePages: number): Scored[] {
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
    for (const passage of passagesOf(pageOf, one)) take({ ...one, passage });
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

function toPlaces({ fileOf, starts }: Corpus, found: readonly Scored[]): RankedPassage[] {
  return found.map(({ passage, score }) => {
    const file = fileOf[passage] ?? 0;
    return { file, place: passage - (starts[file] ?? 0), score };
  });
}
