import { describe, expect, it } from 'vitest';
import { blockMarkdown } from './block-markdown';
import { markerAddress } from './sources';

const block = (raw: string, over = {}) => ({ raw, start: 100, kind: 'paragraph', isSettled: true, ...over });
const none = new Map<string, string>();

describe('blockMarkdown', () => {
  it('returns a block without citations and references unchanged', () => {
    expect(blockMarkdown(block('Plain [text].'), [], none)).toBe('Plain [text].');
  });

  it('inserts source numbers at the end of cited passages', () => {
    const markers = [
      { at: 50, number: 9 },
      { at: 111, number: 1 },
      { at: 127, number: 2 },
      { at: 400, number: 9 },
    ];
    expect(blockMarkdown(block('Rates rose. Growth slowed.\n'), markers, none)).toBe(
      `Rates rose.[[1]](${markerAddress({ number: 1 })}) Growth slowed.[[2]](${markerAddress({ number: 2 })})\n`,
    );
  });

  it('inserts nothing into code or words', () => {
    expect(blockMarkdown(block('x = 1', { kind: 'code' }), [{ at: 105, number: 1 }], none)).toBe('x = 1');
    expect(blockMarkdown(block('See `a.b.c` now'), [{ at: 107, number: 1 }], none)).toBe('See `a.b.c` now');
    expect(blockMarkdown(block('Growth'), [{ at: 103, number: 1 }], none)).toBe('Growth');
  });

  it('appends only the link definitions that the block uses', () => {
    const definitions = new Map([
      ['the docs', '[the docs]: <https://a.example>'],
      ['other', '[other]: </o>'],
    ]);
    expect(blockMarkdown(block('See [The\nDocs].'), [], definitions)).toBe(
      'See [The\nDocs].\n\n[the docs]: <https://a.example>',
    );
  });
});
