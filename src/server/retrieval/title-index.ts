/** The words of the titles of files, shared by all queries about them. Pure. */
import { wordsOf } from './words';

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

export interface TitleIndex {
  /** Words of each title. */
  words: readonly (readonly string[])[];
  /** The initials of each title's words, which abbreviations consist of. */
  initials: readonly string[];
  /** The files whose titles contain a word. */
  filesOf: ReadonlyMap<string, readonly number[]>;
}

export function indexTitles(titles: readonly string[]): TitleIndex {
  const words = titles.map(wordsOf);
  const filesOf = new Map<string, number[]>();
  for (const [file, inTitle] of words.entries())
    for (const word of new Set(inTitle)) {
      const files = filesOf.get(word);
      if (files) files.push(file);
      else filesOf.set(word, [file]);
    }
  return { words, initials: words.map(initialsOf), filesOf };
}

const initialsOf = (words: readonly string[]): string =>
  words
    .filter((word) => /^\p{L}/u.test(word) && !withoutInitial.has(word))
    .map(([letter]) => letter)
    .join('');
