import type { MarkdownBlock } from './markdown-blocks';

const charactersPerLine = 70;
/** The heights of a table row, of a line of text and of the gap between two items, in rem. */
const rowHeight = 2.3125;
const lineHeight = 1.5;
const itemGap = 0.375;

/** The estimated height of parts of a long block in rem, used until the browser has laid them out. */
export const estimatedHeight = (parts: readonly MarkdownBlock[]): number =>
  Math.round(parts.reduce((sum, part) => sum + heightOf(part), 0));

function heightOf({ raw, kind }: MarkdownBlock): number {
  const lines = raw.trimEnd().split('\n');
  if (kind === 'table') return lines.length * rowHeight;
  const wrapped = lines.reduce((sum, { length }) => sum + Math.ceil(length / charactersPerLine), 0);
  return wrapped * lineHeight + (kind === 'list' ? lines.length * itemGap : 0);
}
