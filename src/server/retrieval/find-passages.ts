/**
 * The only search for passages, whatever files they are from. The caller decides which files may be searched; terms of
 * any other file are dropped.
 */
import type { Database } from '~/server/db/client';
import { mapConcurrently } from '~/server/lib/map-concurrently';
import type { Corpus } from './corpus';
import { corpusOf, type VersionedFile } from './corpus-cache';
import { type CountedTerm, countPostings, type EncodedTerm } from './count-terms';
import { type QuestionTerm, questionTerms } from './question-terms';
import { fileFactorsOf, type RankedPassage, rankPassages } from './rank-passages';
import { rerankPassages } from './rerank-passages';
import { type Scores, scoreInParts } from './score-terms';
import { filesWithStatements, rankStatementPages } from './statement-pages';
import { cachedTerm, cacheTerm } from './term-cache';
import type { Requester, VectorMatch, VectorSearch } from './vector-search';

/** Above this size, a server reads terms while earlier ones are counted, and other requests run in between. */
const manyPassages = 200_000;
const termsPerStatement = 3;
const statementsAhead = 2;
/** Some milliseconds of scoring, after which other requests may run. */
const passagesPerTurn = 100_000;
/** If the files have more languages, only the most frequent ones are searched. */
const maxLanguages = 4;

export interface SearchedFile extends VersionedFile {
  scopeId: string;
  /** The text search dictionary of its language. */
  language: string;
}

export interface PassageLimits {
  limit: number;
  /** How many of the best pages to return completely. */
  wholePages?: number | undefined;
  /** How many terms a passage must contain, or all words of a query with fewer. */
  minTerms?: number;
}

export interface SearchDeps {
  db: Pick<Database, 'sql'>;
  /** Without it, only words are searched. */
  vectors?: VectorSearch | undefined;
}

/** Best first. */
export async function findPassages(
  deps: SearchDeps,
  files: readonly SearchedFile[],
  question: string,
  { limit, wholePages = 0, minTerms = 1, requester }: PassageLimits & { requester: Requester },
): Promise<RankedPassage[]> {
  if (files.length === 0 || limit <= 0) return [];
  const corpus = await corpusOf(deps.db, files);
  const numbers = { files: files.map(({ number }) => number), passages: corpus.fileOf.length };
  const [{ terms, words, statements }, near] = await Promise.all([
    questionTerms(deps, question, languagesOf(files)),
    deps.vectors?.nearest(question, numbers, requester) ?? [],
  ]);
  const scores = await scoreStored(deps, corpus, files, terms);
  const fileFactors = fileFactorsOf(corpus, scores, words, question);
  const pages = await statementPages(deps, corpus, files, fileFactors, statements);
  const nearest = toPassages(corpus, near);
  const rank = (order: readonly number[], options: PassageLimits & { wholePages: number; minTerms: number }) =>
    rankPassages(corpus, { scores, words, fileFactors, statementPages: pages, nearest, order }, options);
  const options = { limit, wholePages, minTerms };
  const order = await rerankPassages(deps, { corpus, files }, question, (max) =>
    rank([], { ...options, limit: max, wholePages: 0 }),
  );
  return rank(order, options);
}

async function scoreStored(
  deps: SearchDeps,
  corpus: Corpus,
  files: readonly SearchedFile[],
  terms: readonly QuestionTerm[],
): Promise<Scores> {
  const scoring = scoreInParts(corpus, await countTerms(deps, corpus, files, terms), passagesPerTurn);
  for (;;) {
    const { value: scores, done } = scoring.next();
    if (done) return scores;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function countTerms(
  deps: SearchDeps,
  corpus: Corpus,
  files: readonly SearchedFile[],
  terms: readonly QuestionTerm[],
): Promise<CountedTerm[]> {
  // Referenced until the end, in case the cache drops some of them.
  const counted = new Map(terms.map(({ term }) => [term, cachedTerm(corpus, term)]));
  const unknown = terms.flatMap(({ term }) => (counted.get(term) ? [] : [term]));
  const max = corpus.fileOf.length > manyPassages ? termsPerStatement : Math.max(1, unknown.length);
  const statements = Array.from({ length: Math.ceil(unknown.length / max) }, (_, part) => {
    const some = unknown.slice(part * max, (part + 1) * max);
    return () => readTerms(deps, files, some);
  });
  for await (const rows of mapConcurrently(statements, statementsAhead))
    for (const { term, postings } of rows) {
      const counts = countPostings(corpus, Buffer.from(postings ?? '', 'base64'));
      cacheTerm(corpus, term, counts);
      counted.set(term, counts);
    }
  // In the order of the terms, because floating-point addition depends on it.
  return terms.flatMap(({ term, weight }) => {
    const counts = counted.get(term);
    return counts && counts.passages > 0 ? [{ ...counts, weight }] : [];
  });
}

/** One row per term, without postings if none of the files has it. */
function readTerms(
  { db }: SearchDeps,
  files: readonly SearchedFile[],
  terms: readonly string[],
): Promise<{ term: string; postings: string | null }[]> {
  // As text, because the embedded database encodes bytea as a much slower text. Term by term, which spares a server
  // sorting the rows of all.
  return db.sql`
    SELECT wanted.term, found.postings
    FROM unnest(${[...terms]}::text[]) AS wanted(term)
    CROSS JOIN LATERAL (
      SELECT encode(string_agg(int4send(file) || int4send(length(postings)) || postings, ''), 'base64') AS postings
      FROM passage_terms t
      WHERE t.scope_id = ANY(${[...new Set(files.map(({ scopeId }) => scopeId))]}::uuid[]) AND t.term = wanted.term
    ) AS found`;
}

async function statementPages(
  { db }: SearchDeps,
  corpus: Corpus,
  files: readonly SearchedFile[],
  fileFactors: readonly number[],
  statements: readonly (readonly string[])[],
): Promise<Map<number, number>[]> {
  if (statements.length === 0) return [];
  const best = filesWithStatements(fileFactors);
  const chosen = best.flatMap((file) => files[file] ?? []);
  // One lookup by the key per file and term, whatever the statistics are: without them a server would read every term
  // of the collection. OFFSET 0 prevents the planner from flattening the lookups into another join.
  const rows = await db.sql<{ term: string; postings: string }>`
    SELECT wanted.term, encode(string_agg(int4send(f.file) || int4send(length(postings)) || postings, ''), 'base64') AS postings
    FROM unnest(${chosen.map(({ number }) => number)}::int[], ${chosen.map(({ scopeId }) => scopeId)}::uuid[]) AS f(file, scope_id)
    CROSS JOIN unnest(${[...new Set(statements.flat())]}::text[]) AS wanted(term)
    CROSS JOIN LATERAL (
      SELECT postings FROM passage_terms t
      WHERE t.scope_id = f.scope_id AND t.term = wanted.term AND t.file = f.file OFFSET 0
    ) AS found
    GROUP BY wanted.term`;
  const postingsOf = new Map(rows.map(({ term, postings }) => [term, postings]));
  return statements.map((terms) =>
    rankStatementPages(
      corpus,
      best,
      terms.flatMap((term) => encodedTerm(1, postingsOf.get(term) ?? '')),
    ),
  );
}

const encodedTerm = (weight: number, postings: string | undefined): EncodedTerm[] =>
  postings === undefined ? [] : [{ weight, bytes: Buffer.from(postings, 'base64') }];

const toPassages = ({ indexOf, starts }: Corpus, places: readonly VectorMatch[]): number[] =>
  places.flatMap(({ file, place }) => {
    const index = indexOf.get(file);
    return index === undefined ? [] : [(starts[index] ?? 0) + place];
  });

function languagesOf(files: readonly SearchedFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { language } of files) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxLanguages)
    .map(([language]) => language);
}
