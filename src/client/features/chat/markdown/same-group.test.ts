import { expect, it } from 'vitest';
import type { MarkdownBlock } from './markdown-blocks';
import { isSameGroup } from './same-group';

const block = (raw: string, changes: Partial<MarkdownBlock> = {}): MarkdownBlock => ({
  start: 0,
  raw,
  kind: 'paragraph',
  isSettled: true,
  ...changes,
});
const isSame = (before: MarkdownBlock, after = before, isRunning = true) =>
  isSameGroup({ blocks: [before], isRunning: true }, { blocks: [after], isRunning });

it('compares blocks, not their array', () => {
  expect(isSame(block('Sales grew.'))).toBe(true);
  expect(isSame(block('Sales grew.'), block('Sales grew.'))).toBe(true);
  expect(isSame(block('Sales grew.'), block('Sales grew by 3%.'))).toBe(false);
});

it('does not rerender finished blocks at the end of the answer', () => {
  const part = block('| a |\n', { kind: 'table', part: { of: 0, lead: '| A |\n| --- |\n', number: undefined } });
  const atEnd = (one: MarkdownBlock) => isSame(one, one, false);
  expect(atEnd(part)).toBe(true);
  expect(isSameGroup({ blocks: [[part]], isRunning: true }, { blocks: [[part]], isRunning: false })).toBe(true);
  expect(atEnd(block('still written', { isSettled: false }))).toBe(false);
});

it('rerenders what looks different at the end: open references, and long code, which gets a note', () => {
  const atEnd = (one: MarkdownBlock) => isSame(one, one, false);
  expect(atEnd(block('A fact[^1].'))).toBe(false);
  expect(atEnd(block('See [the report][report].'))).toBe(false);
  expect(atEnd(block('```mermaid\n', { kind: 'code' }))).toBe(false);
});
