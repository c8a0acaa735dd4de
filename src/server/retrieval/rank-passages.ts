/**
 * Orders passages by three rankings of BM25: of the passage, of its page and of its file. The first two are joined by
 * reciprocal ranks, because their scores cannot be compared; the file's is a factor, so that a question that names a
 * company finds that company's pages. Pure.
 */
import type { Corpus } from './corpus';
import { type RankedTerm, rarity, scoreUnits } from './score-units';
import { wordsOf } from './words';

/** How quickly a place in a ranking loses value. Tuned, as are the weights of terms. */
const rankOffset = 20;
/** What a term in the title of a file is worth beside one in its text. */
const titleWeight = 1;
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

/** `words` are those of the question that are searched for, as titles of files may have them. */
export function rankPassages(
  corpus: Corpus,
  terms: readonly RankedTerm[],
  words: readonly string[],
  { limit, wholePages, leastTerms }: Options,
): FoundPlace[] {
  const scores = scoreUnits(terms, corpus.passages);
  const candidates = bestOf(scores, withTerms(terms, corpus, Math.min(leastTerms, words.length)));
  const pageRanks = ranksOf(scoreUnits(terms, corpus.pages));
  const fileFactors = fileFactorsOf(corpus, terms, words);
  const joined = candidates.map((passage, rank) => {
    const page = corpus.pages.of[passage] ?? 0;
    const score = 1 / (rankOffset + rank) + 1 / (rankOffset + (pageRanks.get(page) ?? Number.POSITIVE_INFINITY));
    return { passage, page, score: score * (fileFactors[corpus.byFile.of[passage] ?? 0] ?? 0) };
  });
  joined.sort((a, b) => b.score - a.score || a.passage - b.passage);
  return toPlaces(corpus, withNeighbors(corpus, spread(joined), wholePages).slice(0, limit));
}

interface Scored {
  passage: number;
  page: number;
  score: number;
}

/** Passages with at least so many of the terms. */
function withTerms(terms: readonly RankedTerm[], { passages }: Corpus, least: number): number[] {
  const found = new Uint8Array(passages.of.length);
  for (const term of terms)
    for (const passage of term.passages) found[passage] = Math.min(255, (found[passage] ?? 0) + 1);
  const kept: number[] = [];
  for (let passage = 0; passage < found.length; passage++)
    if ((found[passage] ?? 0) >= Math.max(1, least)) kept.push(passage);
  return kept;
}

/** The best first, at most mostCandidates. */
function bestOf(scores: Float64Array, units: readonly number[]): number[] {
  const sorted = new Float64Array(units.length);
  for (let index = 0; index < units.length; index++) sorted[index] = scores[units[index] ?? 0] ?? 0;
  sorted.sort();
  const least = sorted[Math.max(0, sorted.length - mostCandidates)] ?? 0;
  return units
    .filter((unit) => (scores[unit] ?? 0) >= least)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, mostCandidates);
}

function ranksOf(scores: Float64Array): Map<number, number> {
  const units: number[] = [];
  for (let unit = 0; unit < scores.length; unit++) if ((scores[unit] ?? 0) > 0) units.push(unit);
  return new Map(bestOf(scores, units).map((unit, rank) => [unit, rank]));
}

/** Between 0 and 1 for each file. */
function fileFactorsOf(corpus: Corpus, terms: readonly RankedTerm[], words: readonly string[]): number[] {
  if (corpus.files.length === 1) return [1];
  const scores = [...scoreUnits(terms, corpus.byFile)];
  const titles = corpus.files.map(({ title }) => new Set(wordsOf(title)));
  for (const word of words) {
    const named = titles.flatMap((title, file) => (title.has(word) ? [file] : []));
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
