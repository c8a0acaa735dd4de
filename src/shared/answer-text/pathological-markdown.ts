import type { TextBlock } from './block-markdown';

/** Longer blocks take too long to parse. */
const maxCharacters = 50_000;
/**
 * Parsers match brackets and asterisks with each other, which takes quadratic time. Ordinary text has a few dozen per
 * paragraph.
 */
const maxSigns: [signs: RegExp, count: number][] = [
  [/\[/g, 1000],
  [/\]/g, 1000],
  [/<!--/g, 200],
  [/[*_]/g, 3000],
  [/[<`~]/g, 3000],
];

/** Whether parsing the block as Markdown could freeze the page. Such blocks are shown as plain text. */
export function isPathologicalMarkdown({ raw, kind }: Pick<TextBlock, 'raw' | 'kind'>): boolean {
  if (kind === 'code') return false;
  if (raw.length > maxCharacters) return true;
  // Delimiters are matched within a paragraph or table cell.
  const parts = kind === 'table' ? raw.split('\n') : raw.split(/\n[ \t]*\n/);
  return parts.some((part) => maxSigns.some(([signs, count]) => occursMoreThan(signs, count, part)));
}

function occursMoreThan(signs: RegExp, count: number, text: string): boolean {
  if (text.length <= count) return false;
  let found = 0;
  for (const _ of text.matchAll(signs)) if (++found > count) return true;
  return false;
}
