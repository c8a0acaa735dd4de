import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultBounds } from '~/server/reading/reading';
import { cleanText, joinPages, withinLimit } from './clean-text';

const anyText = fc.string({
  unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', '\0', '\ud800', '\udc00', '😀', '\f', '\u00a0'),
});

describe('cleanText', () => {
  it('makes any text storable, and is idempotent', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const text = cleanText(raw);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toMatch(/\0|\r|\t| {2}|\n{3}|^\s|\s$/);
        expect(cleanText(text)).toBe(text);
      }),
    );
  });

  it('keeps words, lines and paragraphs', () => {
    expect(cleanText('\ufeff One\t two \r\nthree\n \n\n\n four\u0000 \ud83dfive\u00ad😀 ')).toBe(
      'One two\nthree\n\nfour five😀',
    );
  });

  it('keeps a soft hyphen where it is visible: at the end of a line', () => {
    expect(cleanText('goodwill impair\u00ad \nment, long\u00adterm\u00ad\n\nNext')).toBe(
      'goodwill impair-\nment, longterm\n\nNext',
    );
  });
});

describe('joinPages', () => {
  it('keeps the offset of every page correct, whatever it contains', () => {
    fc.assert(
      fc.property(fc.array(anyText), (raw) => {
        const joined = joinPages();
        for (const [index, page] of raw.entries()) joined.add(index + 1, page);
        const { text, pages } = joined.result();
        expect(pages.map(({ page }) => page)).toEqual(raw.map((_, index) => index + 1));
        for (const [index, page] of raw.entries()) {
          const start = pages[index]?.start ?? Number.NaN;
          expect(text.slice(start, pages[index + 1]?.start).trimEnd()).toBe(cleanText(page));
        }
      }),
    );
  });

  it('stops at the limit, without cutting a character', () => {
    const joined = joinPages();
    joined.add(1, `x${'😀'.repeat(defaultBounds.characters / 2)}`);
    joined.add(2, 'more');
    expect(joined.isFull).toBe(true);
    const { text, pages, isCut } = joined.result();
    expect({ length: text.length, isCut, isWhole: text.isWellFormed() }).toEqual({
      length: defaultBounds.characters - 1,
      isCut: true,
      isWhole: true,
    });
    expect(pages[1]?.start).toBe(text.length);
    expect(withinLimit('short')).toEqual({ text: 'short', isCut: false });
  });
});
