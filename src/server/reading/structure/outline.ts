/** Collects a document's content in order, and writes it as plain Markdown: text stays verbatim, nothing is escaped. */
import { cleanLayout, joinPages } from '~/server/reading/extract/clean-text';
import type { PageStart } from '~/server/reading/reading';
import { writeTable } from './table';

const deepestHeading = 6;
const deepestList = 9;

export interface Block {
  /** Items of one list are on consecutive lines; all other blocks are separated by an empty line. */
  isItem: boolean;
  text: string;
  /** On one line, for a table or heading in the cell of a table, or for a bullet, which would look like a minus. */
  asCell?: string;
}

/** Detects whether replacing would change anything, which takes a fraction of the time and is rarely true. */
const repeatedSpaces = /[^\S ]| {2}/;

/** Replaces each run of white space with one space. */
export const collapseSpaces = (text: string): string => (repeatedSpaces.test(text) ? text.replace(/\s+/g, ' ') : text);

const inlineText = (text: string): string =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => collapseSpaces(line).trim())
        .join('\n')
        .trim()
    : collapseSpaces(text).trim();

export function heading(level: number, text: string): Block {
  const words = inlineText(text).replaceAll('\n', ' ');
  const marked = words && `${'#'.repeat(Math.min(Math.max(level, 1), deepestHeading))} ${words}`;
  return { isItem: false, text: marked, asCell: words };
}

export const paragraph = (text: string): Block => ({ isItem: false, text: inlineText(text) });

/** `level` counts from 0; `marker` is "-" or a number with its dot. */
export function item(level: number, marker: string, text: string): Block {
  const words = inlineText(text).replaceAll('\n', ' ');
  const marked = words && `${'  '.repeat(Math.min(level, deepestList))}${marker} ${words}`;
  return { isItem: true, text: marked, asCell: words && `${marker === '-' ? '•' : marker} ${words}` };
}

export const table = (rows: readonly (readonly string[])[], head?: readonly string[]): Block => ({
  isItem: false,
  text: writeTable(rows, head),
  asCell: rows.map((row) => row.filter((cell) => cell.trim() !== '').join(' ')).join('; '),
});

/** Lines whose white space is meaningful. */
export const verbatim = (text: string): Block => ({ isItem: false, text });

export function joinBlocks(blocks: readonly Block[]): string {
  const parts: string[] = [];
  let wasItem = false;
  for (const { isItem, text } of blocks) {
    if (text.trim() === '') continue;
    if (parts.length > 0) parts.push(isItem && wasItem ? '\n' : '\n\n');
    parts.push(text);
    wasItem = isItem;
  }
  return parts.join('');
}

export interface StructuredText {
  text: string;
  pages: PageStart[];
  isCut: boolean;
}

/** Joins slides or sheets, each with its blocks, to one text with their start offsets. */
export function joinSections(sections: readonly (readonly Block[])[]): StructuredText {
  const joined = joinPages(cleanLayout);
  for (const [index, blocks] of sections.entries()) {
    if (joined.isFull) break;
    joined.add(index + 1, joinBlocks(blocks));
  }
  return joined.result();
}
