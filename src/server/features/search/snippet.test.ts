import { describe, expect, it } from 'vitest';
import { searchWords } from './search-words';
import { snippetOf } from './snippet';

const marked = (text: string, search: string) =>
  snippetOf(text, searchWords(search)).flatMap(({ text: piece, isMatch }) => (isMatch ? piece : []));

describe('a search word', () => {
  it.each([
    ['Прирост и рост', 'рост', ['рост']],
    ['Αύξηση ξηση', 'ξηση', ['ξηση']],
    ['Regrowth and growth', 'growth', ['growth']],
    ['2024年收入增长', '增长', ['增长']],
    ['苹果Apple公司', 'apple', ['Apple']],
    ['उन्नति नति', 'नति', ['नति']],
  ])('is marked only at the start of a word, except in scripts without spaces: %s', (text, search, expected) => {
    expect(marked(text, search)).toEqual(expected);
  });
});

it('a snippet contains no half of a character', () => {
  for (const lead of ['', 'a']) {
    const text = `${lead}${'😀'.repeat(80)} rates ${'😀'.repeat(200)}`;
    for (const { text: piece } of snippetOf(text, ['rates'])) expect(piece).not.toContain('\ufffd');
    for (const { text: piece } of snippetOf(`${lead}${'😀'.repeat(80)}rates`, []))
      expect(piece).not.toContain('\ufffd');
    for (const { text: piece } of snippetOf(`${lead}${'増'.repeat(30)}${'😀'.repeat(80)}長`, ['長']))
      expect(piece).not.toContain('\ufffd');
  }
});
