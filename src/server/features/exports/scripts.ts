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

/** Those of DejaVu 2.37, by its unicover.txt. Signs of all scripts are Common or Inherited. */
const drawableScripts = [
  ...['Common', 'Inherited', 'Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Nko', 'Lao'],
  ...['Canadian_Aboriginal', 'Tifinagh', 'Lisu', 'Ogham', 'Old_Italic', 'Braille'],
];
/** Signs of Chinese, Japanese and Korean that are Common. */
const eastAsianSigns = String.raw`\u2ff0-\u303f\u3099-\u30ff\u3190-\u32ff\u3358-\u33ff\ufe10-\ufe19\ufe30-\ufe4f`;
/** Unassigned and private characters have no script. */
const undrawable = new RegExp(
  `[${eastAsianSigns}]|[^\\p{C}${drawableScripts.map((script) => `\\p{Script=${script}}`).join('')}]`,
  'u',
);

export const isDrawable = (document: ExportDocument): boolean => !undrawable.test(JSON.stringify(document));
