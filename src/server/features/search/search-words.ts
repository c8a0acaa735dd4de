/**
 * Normalizes text for search and turns searches into index queries. The database function search_text() normalizes in
 * the same way.
 */

const marks = /[\u0300-\u036f]/g;
const separators =
  /[\s!-/:-@[-`{-\u00bf\u2000-\u206f\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\ufe10-\ufe6f\uff01-\uff0f]+/g;
/** Scripts without spaces between words. */
export const spaceless =
  /[\u0e00-\u0eff\u1000-\u11ff\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff]/;
const runs = new RegExp(`${spaceless.source}+|(?:(?!${spaceless.source})\\S)+`, 'g');
const maxWords = 12;
/** Longer words are not in the index. */
const maxCharacters = 200;

export const fold = (text: string): string => text.normalize('NFKD').replace(marks, '').toLowerCase();

/** The distinct words of a search, normalized. Text in scripts without spaces stays together. */
export function searchWords(text: string): string[] {
  const found = fold(text).replace(separators, ' ').match(runs) ?? [];
  const words = found.filter((word) => /[\p{L}\p{N}]/u.test(word));
  return [...new Set(words.map((word) => word.slice(0, maxCharacters).toWellFormed()))].slice(0, maxWords);
}

/**
 * For to_tsquery(), which parses each quoted text in the same way as the text of a message: signs such as € and ؟,
 * which are not in the index, are left out, and what remains is a phrase. Words contain no quotation marks and no
 * backslashes.
 */
export const toTsQuery = (words: readonly string[]): string =>
  words.map((word) => (spaceless.test(word) ? `'${[...word].join(' ')}'` : `'${word}':*`)).join(' & ');

/** The parts of the words to mark in a text. */
export const markedWords = (words: readonly string[]): string[] =>
  words.flatMap((word) => word.split(/[^\p{L}\p{N}\p{M}]+/u).filter((part) => part !== ''));
