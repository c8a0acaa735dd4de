/** Which files a question means by their titles: names as they are, written together, or shortened. Pure. */
import { wordsOf } from './words';

/** "JPM", "J&J" and "JnJ", but not "Net": with at least two capital letters. */
const abbreviation = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}&]{0,5}\p{Lu}[\p{L}&]{0,5}(?![\p{L}\p{N}])/gu;
/** Titles are often names of files, which have no spaces. */
const mostJoined = 3;
const shortestStart = 3;
const withoutInitial: ReadonlySet<string> = new Set([
  'and',
  'of',
  'the',
  'inc',
  'corp',
  'co',
  'ltd',
  'plc',
  'ag',
  'sa',
]);

/** The files of each name in the question. A name that all titles have tells nothing; the caller weighs it. */
export function namedFiles(titles: readonly string[], question: string, words: readonly string[]): number[][] {
  const titleWords = titles.map(wordsOf);
  const byWord = new Map<string, number[]>();
  for (const [file, inTitle] of titleWords.entries())
    for (const word of new Set(inTitle)) {
      const files = byWord.get(word);
      if (files) files.push(file);
      else byWord.set(word, [file]);
    }
  const named = [...new Set([...words, ...joinedWords(words)])].map((word) => byWord.get(word) ?? []);
  for (const short of abbreviationsIn(question)) {
    if (byWord.has(short)) continue;
    named.push(titleWords.flatMap((inTitle, file) => (isShortFor(short, inTitle) ? [file] : [])));
  }
  return named.filter(({ length }) => length > 0);
}

/** In lower case, "&" among the letters. */
const abbreviationsIn = (question: string): Set<string> =>
  new Set([...question.matchAll(abbreviation)].map(([found]) => found.toLowerCase()));

/** "best", "buy" → "bestbuy". */
const joinedWords = (words: readonly string[]): string[] =>
  words.flatMap((_, start) =>
    Array.from({ length: mostJoined - 1 }, (_, more) => words.slice(start, start + 2 + more).join('')),
  );

/** Of the beginning of a word, or of the first letters of words that follow each other. */
function isShortFor(short: string, titleWords: readonly string[]): boolean {
  if (short.length >= shortestStart && titleWords.some((word) => word.startsWith(short))) return true;
  const letters = titleWords
    .filter((word) => /^\p{L}/u.test(word) && !withoutInitial.has(word))
    .map(([letter]) => letter)
    .join('');
  // In "JnJ" as in "J&J", the middle stands for "and".
  const initials = short.replace(/(?<=.)[n&](?=.)/g, '');
  return initials.length > 1 && (letters.includes(initials) || letters.includes(short.replaceAll('&', '')));
}
