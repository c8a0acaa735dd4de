import type { TextBlock } from './block-markdown';

/** A block that is longer is not worth the time of parsing it. */
const maxCharacters = 50_000;
/**
 * Brackets and stars are matched with each other: the time grows with the square of their number. Natural text has a
 * few dozen in a paragraph.
 */
const maxSigns: [signs: RegExp, count: number][] = [
  [/\[/g, 1000],
  [/\]/g, 1000],
  [/<!--/g, 200],
  [/[*_]/g, 3000],
  [/[<`~]/g, 3000],
];

/** Whether reading the block as markdown could hold up the page. Such a block is shown as the plain text it is. */
export function isTangled({ raw, kind }: Pick<TextBlock, 'raw' | 'kind'>): boolean {
  if (kind === 'code') return false;
  if (raw.length > maxCharacters) return true;
  // Signs are matched within a paragraph, and in a table within a cell.
  const parts = kind === 'table' ? raw.split('\n') : raw.split(/\n[ \t]*\n/);
  return parts.some((part) => maxSigns.some(([signs, count]) => occursMoreThan(signs, count, part)));
}

function occursMoreThan(signs: RegExp, count: number, text: string): boolean {
  if (text.length <= count) return false;
  let found = 0;
  for (const _ of text.matchAll(signs)) if (++found > count) return true;
  return false;
}
