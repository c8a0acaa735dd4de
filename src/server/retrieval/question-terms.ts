/** Expands a query to search terms: its own words, and those that reports use for the same things. */
import type { Database } from '~/server/db/client';
import { splitsOf } from './compounds';
import { financeTerms } from './finance-terms';
import { compounding } from './languages';
import { requestWords } from './question-words';
import { type Statement, statementItems } from './statements';
import { stemsOf } from './stems';
import { wordsOf } from './words';

type Sql = { db: Pick<Database, 'sql'> };

/**
 * Weights relative to the query's own words, which have 1. Tuned on half of the questions of
 * scripts/bench/retrieval.ts.
 */
const synonymWeight = 0.5;
const partWeight = 0.3;
const compoundWeight = 0.3;
const maxCompounds = 3;
/** Only the beginning of a query as long as a document is used. */
const maxWords = 200;
/** Terms are compared as English stems; words of other languages are listed in the forms that queries use. */
const listLanguage = 'english_stem';
const shortYear = /^(?:fy|cy)(\d\d)$/;

export interface QuestionTerm {
  term: string;
  weight: number;
}

export interface QuestionTerms {
  terms: QuestionTerm[];
  /** The query's searchable words, unchanged. */
  words: string[];
  /** The terms of each statement that presents the query's subject. */
  statements: string[][];
}

/** Stemmed for each of the languages. */
export async function questionTerms(deps: Sql, question: string, languages: readonly string[]): Promise<QuestionTerms> {
  const words = wordsOf(question).slice(0, maxWords);
  const weights = new Map<string, number>();
  const raise = (word: string, weight: number) => {
    if (word) weights.set(word, Math.max(weight, weights.get(word) ?? 0));
  };
  const subject = words.filter((word) => !requestWords.has(word));
  for (const word of subject.length > 0 ? subject : words) {
    raise(word, 1);
    const [, year] = shortYear.exec(word) ?? [];
    if (year) raise(`20${year}`, 1);
  }
  const own = [...weights.keys()];
  const called = await alsoCalled(deps, words);
  for (const [word, weight] of called.words) raise(word, weight);
  if (languages.some((language) => compounding.has(language))) {
    const longest = [...own].sort((a, b) => b.length - a.length).slice(0, maxCompounds);
    for (const word of longest.flatMap((word) => splitsOf(word).flat())) raise(word, compoundWeight);
  }
  const terms = new Map<string, number>();
  const kept = new Set<string>();
  const all = [...weights.keys()];
  for (const language of languages) {
    const stems = await stemsOf(deps, language, all);
    all.forEach((word, index) => {
      const stem = stems[index];
      if (stem) terms.set(stem, Math.max(weights.get(word) ?? 0, terms.get(stem) ?? 0));
    });
    own.forEach((word, index) => {
      if (stems[index]) kept.add(word);
    });
  }
  return {
    terms: [...terms].map(([term, weight]) => ({ term, weight })),
    words: [...kept],
    statements: await Promise.all([...called.statements].map((statement) => itemsOf(deps, statement, languages))),
  };
}

async function itemsOf(deps: Sql, statement: Statement, languages: readonly string[]): Promise<string[]> {
  const words = [...new Set(wordsOf(statementItems[statement]))];
  const stems = await Promise.all(languages.map((language) => stemsOf(deps, language, words)));
  return [...new Set(stems.flat().filter(Boolean))];
}

interface StemmedTerm {
  /** Phrases as stems, to match in a query. */
  phrases: string[][];
  words: Map<string, number>;
  statements: readonly Statement[];
}

let listed: StemmedTerm[] | undefined;

/** Words and statements of the list's entries that share a term with the query. */
async function alsoCalled(
  deps: Sql,
  words: readonly string[],
): Promise<{ words: Map<string, number>; statements: Set<Statement> }> {
  listed ??= await stemList(deps);
  const stems = (await stemsOf(deps, listLanguage, words)).filter(Boolean);
  const found = new Map<string, number>();
  const needed = new Set<Statement>();
  for (const { phrases, words, statements } of listed) {
    if (!phrases.some((phrase) => contains(stems, phrase))) continue;
    for (const statement of statements) needed.add(statement);
    for (const [word, weight] of words) found.set(word, Math.max(weight, found.get(word) ?? 0));
  }
  return { words: found, statements: needed };
}

async function stemList(deps: Sql): Promise<StemmedTerm[]> {
  const all = [...new Set(financeTerms.flatMap(({ terms }) => terms.flatMap(wordsOf)))];
  const stems = await stemsOf(deps, listLanguage, all);
  const stemOf = new Map(all.map((word, index) => [word, stems[index] ?? '']));
  return financeTerms.map(({ terms, parts = [], statements = [] }) => ({
    statements,
    phrases: terms
      .map((term) => wordsOf(term).flatMap((word) => stemOf.get(word) || []))
      .filter(({ length }) => length > 0),
    words: new Map([
      ...parts.flatMap(wordsOf).map((word) => [word, partWeight] as const),
      ...terms.flatMap(wordsOf).map((word) => [word, synonymWeight] as const),
    ]),
  }));
}

const contains = (words: readonly string[], phrase: readonly string[]): boolean =>
  words.some((_, start) => phrase.every((word, index) => words[start + index] === word));
