import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffWords } from './word-diff';

const shown = (before: string, after: string) => {
  const diff = diffWords(before, after);
  const marked = (part: 'before' | 'after') =>
    diff[part].map(({ text, isShared }) => (isShared ? text : `[${text}]`)).join('');
  return [marked('before'), marked('after')];
};

describe('diffWords', () => {
  it('compares words, numbers and punctuation', () => {
    expect(shown('Revenue grew by 13 % to $4.2 million.', 'Revenue grew by 12 % to €4.2 billion.')).toEqual([
      'Revenue grew by [13] % to [$]4.2 [million].',
      'Revenue grew by [12] % to [€]4.2 [billion].',
    ]);
    expect(shown('did approve it', 'did not approve it')).toEqual(['did approve it', 'did [not] approve it']);
    expect(shown('增长了百分之十三', '增长了百分之十二')).toEqual(['增长了百分之十[三]', '增长了百分之十[二]']);
  });

  it('ignores line breaks and the style of quotation marks and dashes', () => {
    expect(shown('a “word”\nhere – now', 'a "word" here - now')).toEqual([
      'a “word”\nhere – now',
      'a "word" here - now',
    ]);
  });

  it('covers both texts completely', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
        const diff = diffWords(before, after);
        expect(diff.before.map(({ text }) => text).join('')).toBe(before);
        expect(diff.after.map(({ text }) => text).join('')).toBe(after);
      }),
    );
  });
});
