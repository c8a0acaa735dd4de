/** Splits texts and queries into the words that are indexed, the same way for both. Pure. */

/** Scripts written without spaces, and Korean, whose particles are attached to words. */
const spacelessScripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/** In this order: runs of such scripts, numbers with separators, words of letters and digits. */
const pattern = new RegExp(
  `[${spacelessScripts}ー]+|\\p{N}+(?:[.,]\\p{N}+)+|(?:(?![${spacelessScripts}])[\\p{L}\\p{N}\\p{M}])+`,
  'gu',
);
const isSpacelessScript = new RegExp(`^[${spacelessScripts}]`, 'u');
const thousands = /^\d{1,3}(?:,\d{3})+(?=\.|$)/;
/** "FY2018" and "2021Q1" also match their year. */
const yearInWord = /^(?:fy|cy|\dq|q\d|h\d|\dh)?((?:19|20)\d\d)(?:[qh]\d)?$/;
const longestWord = 40;
/** Not in "Non-\nGAAP", which is two words. */
const hyphenAtLineEnd = /(?<=\p{Ll})[-‐]\n(?=\p{Ll})/gu;
/** "U.S." and "S.p.A." are one word each, as in "US" and "SpA". */
const dotted = /(?<![\p{L}\p{N}\p{M}.])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}\p{M}])/gu;

/** Lower case, without accents, ligatures and possessives. The order is that of the text. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [found] of fold(text).matchAll(pattern)) {
    if (isSpacelessScript.test(found)) words.push(...pairsOf(found));
    else if (/^\d/.test(found) && /[.,]/.test(found)) words.push(withoutThousands(found));
    else {
      words.push(found.slice(0, longestWord));
      const [, year] = yearInWord.exec(found) ?? [];
      if (year && year !== found) words.push(year);
    }
  }
  return words;
}

const fold = (text: string): string =>
  withJoinedWords(text)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(dotted, (letters) => letters.replaceAll('.', ''))
    .replace(/(?<=\p{L}\.?)['’]s\b/gu, '')
    // P&L, R&D and M&A are one word each.
    .replace(/(?<=\b\p{L})&(?=\p{L}\b)/gu, '');

/** A word that is hyphenated at the end of a line, such as "impair-\nment", is also indexed as a whole. */
const withJoinedWords = (text: string): string =>
  text.replace(hyphenAtLineEnd, (hyphen, offset: number) => {
    const [start = ''] = /\p{L}+$/u.exec(text.slice(Math.max(0, offset - longestWord), offset)) ?? [];
    const [end = ''] = /^\p{Ll}+/u.exec(text.slice(offset + hyphen.length, offset + hyphen.length + longestWord)) ?? [];
    return `${hyphen}${start}${end}\n`;
  });

const withoutThousands = (figure: string): string => (thousands.test(figure) ? figure.replaceAll(',', '') : figure);

/** Overlapping pairs of characters, which find most words of these scripts without a dictionary. */
function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
