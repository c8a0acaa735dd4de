/** Finds the files that a query names by their titles: as they are, written as one word, or abbreviated. Pure. */
import type { TitleIndex } from './title-index';

/** "JPM", "J&J" and "JnJ", but not "Net": with at least two capital letters. */
const abbreviation = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}&]{0,5}\p{Lu}[\p{L}&]{0,5}(?![\p{L}\p{N}])/gu;
/** Titles are often file names, which have no spaces. */
const maxJoined = 3;
const shortestStart = 3;

/** The files of each name in the query. A name in all titles is meaningless; the caller weights it. */
export function namedFiles(titles: TitleIndex, question: string, words: readonly string[]): (readonly number[])[] {
  const { filesOf } = titles;
  const named = [...new Set([...words, ...joinedWords(words)])].map((word) => filesOf.get(word) ?? []);
  for (const short of abbreviationsIn(question)) {
    if (filesOf.has(short)) continue;
    named.push(filesShortenedTo(short, titles));
  }
  return named.filter(({ length }) => length > 0);
}

/** In lower case, with "&" counted as a letter. */
const abbreviationsIn = (question: string): Set<string> =>
  new Set([...question.matchAll(abbreviation)].map(([found]) => found.toLowerCase()));

/** "best", "buy" → "bestbuy". */
const joinedWords = (words: readonly string[]): string[] =>
  words.flatMap((_, start) =>
    Array.from({ length: maxJoined - 1 }, (_, more) => words.slice(start, start + 2 + more).join('')),
  );

/** The files whose titles have a word with this prefix, or consecutive words with these initials. */
function filesShortenedTo(short: string, { words, initials }: TitleIndex): number[] {
  // In both "JnJ" and "J&J", the middle stands for "and".
  const letters = short.replace(/(?<=.)[n&](?=.)/g, '');
  const allLetters = short.replaceAll('&', '');
  const isShort = (inTitle: readonly string[], file: number): boolean => {
    if (short.length >= shortestStart && inTitle.some((word) => word.startsWith(short))) return true;
    const ofTitle = initials[file] ?? '';
    return letters.length > 1 && (ofTitle.includes(letters) || ofTitle.includes(allLetters));
  };
  return words.flatMap((inTitle, file) => (isShort(inTitle, file) ? [file] : []));
}
