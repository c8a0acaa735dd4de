/** The direction of a text, and what the fonts of PDFs can't draw. */
import type { ExportDocument, Run } from './document';

const rightToLeftScripts = ['Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko', 'Samaritan', 'Mandaic', 'Adlam'];
/** As a set of characters, which Typst writes in the same way. */
export const rightToLeftLetters = rightToLeftScripts.map((script) => `\\p{${script}}`).join('');
const startsRightToLeft = new RegExp(
  `^\\P{L}*[${rightToLeftScripts.map((script) => `\\p{Script=${script}}`).join('')}]`,
  'u',
);

/** The first letter decides, as in browsers with `dir="auto"`. */
export const isRightToLeft = (text: string): boolean => startsRightToLeft.test(text);

export const textOfRuns = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

/** DejaVu has none of these. */
const undrawableScripts = [
  ...['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo', 'Yi'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Thai', 'Khmer', 'Myanmar', 'Tibetan', 'Ethiopic', 'Mongolian'],
];
const undrawable = new RegExp(`[${undrawableScripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');

export const isDrawable = (document: ExportDocument): boolean => !undrawable.test(JSON.stringify(document));
