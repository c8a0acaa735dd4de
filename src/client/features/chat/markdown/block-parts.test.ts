import { describe, expect, it } from 'vitest';
import { type MarkdownBlock, type SplitMarkdown, splitMarkdown } from './markdown-blocks';

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index));

const longBlocks: [kind: string, text: string][] = [
  [
    'paragraph',
    many(700, (index) => `Sentence ${index} has **strong words** and [a link](https://a.example).`).join(' '),
  ],
  ['list', many(600, (index) => `- Item ${index} of _many_\n  - with one below it`).join('\n')],
  ['list', many(600, (index) => `${index + 100}. Item\n\n     and its text`).join('\n\n')],
  ['table', `| a | b |\n|---|--:|\n${many(900, (index) => `| Row ${index} | ${index} |`).join('\n')}`],
  ['code', `\`\`\`ts\n${many(2000, (index) => (index % 9 ? `const a${index} = '- 1. #';` : '')).join('\n')}\n\`\`\``],
];

function streamed(text: string, size: number): SplitMarkdown {
  let split = splitMarkdown('');
  for (let end = size; end < text.length + size; end += size) split = splitMarkdown(text.slice(0, end), split);
  return split;
}

const joined = (blocks: readonly MarkdownBlock[]) => blocks.map(({ raw }) => raw).join('');

describe('a very long block', () => {
  it.each(longBlocks)('of the kind %s is split into parts of one block that add up to its text', (kind, text) => {
    const { blocks } = splitMarkdown(`${text}\n\nThe end.\n`);
    const parts = blocks.slice(0, -1);
    expect(parts.length).toBeGreaterThan(3);
    expect(new Set(parts.map((part) => `${part.kind} ${part.part?.of}`))).toEqual(new Set([`${kind} 0`]));
    expect(joined(parts).trimEnd()).toBe(text);
    expect(blocks.at(-1)).toMatchObject({ raw: 'The end.\n', kind: 'paragraph' });
    expect(blocks.at(-1)?.part).toBeUndefined();
  });

  it.each(longBlocks)('of the kind %s has the same parts however it arrives', (_kind, text) => {
    const { blocks } = splitMarkdown(text);
    for (const size of [97, 5000]) expect(streamed(text, size).blocks).toEqual(blocks);
  });

  it.each(longBlocks)('of the kind %s leaves little to parse again', (_kind, text) => {
    const { settled } = splitMarkdown(text);
    expect(text.length - settled.end).toBeLessThan(4500);
  });

  it('is not split where that gains nothing', () => {
    for (const [kind, text] of longBlocks) expect(splitMarkdown(text.slice(0, 2500)).blocks, kind).toHaveLength(1);
  });

  it('continues its numbering, whatever the source contains', () => {
    const { blocks } = splitMarkdown(many(400, () => '1. Item of the list').join('\n'));
    const numbers = blocks.map(({ part }) => part?.number);
    const items = blocks.map(({ raw }) => raw.trimEnd().split('\n').length);
    expect(numbers[0]).toBe(1);
    expect(numbers[1]).toBe(1 + (items[0] ?? 0));
    expect(numbers[2]).toBe(1 + (items[0] ?? 0) + (items[1] ?? 0));
  });

  it('is not split within an open link, code or emphasis', () => {
    const text = `${many(200, (index) => `Part ${index} **is strong. And so is this.** Then [a. B](https://a.example).`).join(' ')}`;
    for (const { raw } of splitMarkdown(text).blocks) {
      expect(raw.split('**').length % 2).toBe(1);
      expect(raw.split('[').length).toBe(raw.split(']').length);
    }
  });
});
