import { describe, expect, it } from 'vitest';
import { lastWords, nextSentences, plainWords, readOutCharacters } from './announce';

describe('nextSentences', () => {
  it('waits for a complete sentence', () => {
    expect(nextSentences('Growth slo', 0)).toBeUndefined();
    expect(nextSentences('Growth slowed. Rates', 0)).toEqual({ words: 'Growth slowed.', end: 14 });
  });

  it('continues after the last sentence', () => {
    expect(nextSentences('Growth slowed. Rates rose! And', 14)).toEqual({ words: 'Rates rose!', end: 26 });
  });

  it('ends at the marks of other scripts', () => {
    expect(nextSentences('利率上升。市场', 0)).toEqual({ words: '利率上升。', end: 5 });
  });

  it.each(['$$\na = 1. \n', '\\[ x_1: y', 'where \\(a. '])('waits for the end of the formula %j', (formula) => {
    const text = `It grew. Then ${formula}`;
    expect(nextSentences(text, 0)).toEqual({ words: 'It grew.', end: 8 });
    expect(nextSentences(`${text}\n\nNo formula. `, 0)?.words).toContain('No formula.');
  });

  it('does not split numbers', () => {
    expect(nextSentences('It grew 2.5 percent', 0)).toBeUndefined();
  });
});

describe('a very long answer', () => {
  const words = { rest: 'The rest is below.', ended: 'Answer complete.' };
  const text = 'A short sentence. '.repeat(20_000);

  it('is only announced up to a maximum length', () => {
    let announcedLength = 0;
    for (let next = nextSentences(text, 0); next; next = nextSentences(text, announcedLength))
      announcedLength = next.end;
    expect(announcedLength).toBeLessThanOrEqual(readOutCharacters);
    expect(lastWords(text, announcedLength, words).length).toBeLessThan(100);
    expect(lastWords(text, 0, words).length).toBeLessThan(readOutCharacters + 100);
    expect(lastWords(text, announcedLength, words)).toMatch(/The rest is below\. Answer complete\.$/);
  });

  it('is distinguished from a short one', () => {
    expect(lastWords('One. Two.', 4, words)).toBe('Two. Answer complete.');
  });
});

describe('plainWords', () => {
  it('removes Markdown syntax', () => {
    expect(plainWords('## Rates\n\n- **Up** by [two](https://a.example) [[1]](#source-1)\n\n```js\nx\n```\n')).toBe(
      'Rates Up by two Code.',
    );
  });

  it.each([
    ['48.2[[1]](https://a.example).', '48.2.'],
    ['48.2[[1]](https://en.wikipedia.org/wiki/A_(b)).', '48.2.'],
    ['48.2[[1]](https://a.example)[[12]](#source-12-differs) now', '48.2 now'],
    ['48.2[^1] now\n\n[^1]: Its ground.', '48.2 now Its ground.'],
  ])('removes the source numbers of %s', (markdown, plain) => {
    expect(plainWords(markdown)).toBe(plain);
  });

  it.each([
    ['The rate $r$ of $5 and $7 is $r = 2x$.', 'The rate r of $5 and $7 is r = 2x.'],
    ['So \\(\\frac{a}{b}\\) is', 'So formula is'],
    ['As follows:\n\n$$\n\\sum_{i=1}^n x_i\n$$\n\nIt is', 'As follows: formula It is'],
    ['It costs $5 to $7.', 'It costs $5 to $7.'],
  ])('speaks the formulas of %j', (markdown, plain) => {
    expect(plainWords(markdown)).toBe(plain);
  });

  it('keeps a number that is the text of a link', () => {
    expect(plainWords('In [2024](https://a.example) it fell by [12](https://b.example).')).toBe(
      'In 2024 it fell by 12.',
    );
  });
});
