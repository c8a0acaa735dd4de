import fc from 'fast-check';
import { Lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { type MarkdownBlock, type SplitMarkdown, splitMarkdown } from './markdown-blocks';

const lexed = (source: string) =>
  new Lexer()
    .blockTokens(source.replace(/\r\n?/g, '\n'))
    .filter((token) => token.type !== 'space' && token.type !== 'def')
    .map((token) => token.raw);

const raws = (split: SplitMarkdown) => split.blocks.map((block) => block.raw);

function streamed(chunks: readonly string[], look?: (split: SplitMarkdown) => void): SplitMarkdown {
  let split: SplitMarkdown | undefined;
  let text = '';
  for (const chunk of ['', ...chunks]) {
    text += chunk;
    split = splitMarkdown(text, split);
    look?.(split);
  }
  return split as SplitMarkdown;
}

const characters = (text: string) => [...text];

// Fragments whose meaning depends on the text after them, in families that interact with each other.
const space = ['\n', '\n\n', ' ', '    ', '\t', '\r\n', 'a', 'word\n\n'];
const families = [
  [
    '1. one\n\n',
    '2. two\n\n',
    '2',
    '- a\n\n',
    '- b\n',
    '* c\n\n',
    '- [ ] d\n',
    '  - e\n\n',
    '   f\n\n',
    '***\n',
    '> q\n\n',
  ],
  ['[a', '[a\n\n', ']: /u', ']: /u\n\n', '[b]: /u\n', '[b]: /u "t\n\n', '"\n\n', '"', "'", '(', ')', '\\', '<u>', ': '],
  [
    '```',
    '```js\n',
    '\n```\n\n',
    '~~~\n',
    '`',
    '<div>\n\n',
    '</div>',
    '<!--',
    '-->\n\n',
    '<pre>',
    '</pre>\n\n',
    '<b>\n',
  ],
  ['# h\n', '#', '=', '---', '|', '| a | b |\n', '|---|---|\n', '| 1 | 2 |\n', '> ', '- ', '```\n', '[c]: /u\n'],
];
/** Markdown in fragments of a few characters, split anywhere. */
const stream = fc
  .tuple(
    fc.oneof(...families.map((family) => fc.array(fc.constantFrom(...space, ...family), { maxLength: 10 }))),
    fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 }),
  )
  .map(([pieces, sizes]) => {
    const chunks: string[] = [];
    for (let text = pieces.join(''), turn = 0; text; turn += 1) {
      const size = sizes[turn % sizes.length] ?? 1;
      chunks.push(text.slice(0, size));
      text = text.slice(size);
    }
    return chunks;
  });

describe('splitMarkdown', () => {
  it('returns the same blocks as for the whole text, however it arrives', () => {
    fc.assert(
      fc.property(stream, (chunks) => {
        let text = '';
        const seen: string[] = ['', ...chunks].map((chunk) => {
          text += chunk;
          return text;
        });
        let step = 0;
        streamed(chunks, (split) => {
          expect(raws(split)).toEqual(lexed(seen[step] ?? ''));
          step += 1;
        });
      }),
      { numRuns: 4000 },
    );
  });

  it('starts no formula after a blank line that contains spaces', () => {
    expect(raws(splitMarkdown('a\n\t\n\\[b'))).toEqual(['a', '\\[b']);
  });

  it('parses a formula as one block, however it arrives and whatever its lines start with', () => {
    const piece = fc.constantFrom(
      '$$',
      '\\[',
      '\\]',
      '\n',
      '\n\n',
      '- a',
      '= b',
      '# c',
      'x^2',
      '$',
      '    ',
      'word\n\n',
      '`',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(raws(streamed(pieces))).toEqual(raws(splitMarkdown(pieces.join(''))));
      }),
      { numRuns: 2000 },
    );
    const source = 'Before\n\\[\na\n- b\n= c\n\\]\nAfter.\n\n$$\n# d\n$$\n';
    const { blocks } = streamed(characters(source));
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'math', 'paragraph', 'math']);
  });

  it('never changes a settled block', () => {
    fc.assert(
      fc.property(stream, (chunks) => {
        let settled: readonly MarkdownBlock[] = [];
        streamed(chunks, (split) => {
          expect(split.settled.blocks.slice(0, settled.length)).toEqual(settled);
          settled = split.settled.blocks;
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps lists, fences and tables whole while they stream', () => {
    const source =
      '1. one\n\n   more of one\n\n2. two\n   - nested\n\n     with a paragraph\n\nAfter.\n\n' +
      '```ts\nconst a = 1;\n\n\nconst b = 2;\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\nEnd.\n';
    const split = streamed(characters(source));
    expect(split.blocks.map((block) => block.kind)).toEqual(['list', 'paragraph', 'code', 'table', 'paragraph']);
    expect(raws(split)).toEqual(lexed(source));
  });

  it('waits for a number that may continue a list', () => {
    const split = streamed(['1. one\n\n', '2', '. two\n\n', 'After.\n']);
    expect(split.blocks.map((block) => block.kind)).toEqual(['list', 'paragraph']);
  });

  it('parses only the unfinished end again', () => {
    const source = `${'word '.repeat(40)}\n\n`.repeat(200);
    const chunks = source.match(/[\s\S]{1,20}/g) ?? [];
    let changed = 0;
    let max = 0;
    let before: readonly MarkdownBlock[] = [];
    streamed(chunks, (split) => {
      const now = split.blocks.filter((block, index) => block !== before[index]).length;
      changed += now;
      max = Math.max(max, now);
      before = split.blocks;
    });
    // At most the block that grows, the one that settles and the one that starts.
    expect(max).toBeLessThanOrEqual(3);
    expect(changed).toBeLessThanOrEqual(chunks.length + 400);
  });

  it('finds link definitions anywhere, and uses the first of each label', () => {
    const split = streamed(
      characters(
        'See [docs] and [b].\n\n> [b]: /inside "In"\n\ntext\n\n[docs]: https://a.example\n\n[DOCS]: /second\n',
      ),
    );
    expect(split.definitions.get('docs')).toBe('[docs]: <https://a.example>');
    expect(split.definitions.get('b')).toBe('[b]: </inside> "In"');
  });

  it('parses a text with footnotes as a whole', () => {
    const source = 'A claim.[^1]\n\nAnother.\n\n[^1]: The note.\n\nEnd.\n';
    expect(raws(streamed(characters(source)))).toEqual([source]);
  });

  it('restarts when the text is replaced', () => {
    const first = splitMarkdown('One.\n\nTwo.\n\nThree.\n');
    expect(raws(splitMarkdown('Other.\n\nText.\n', first))).toEqual(['Other.', 'Text.\n']);
  });
});
