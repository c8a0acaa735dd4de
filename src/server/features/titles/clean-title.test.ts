import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '~/shared/limits';
import { cleanTitle } from './clean-title';

describe('a title from a model', () => {
  it.each([
    ['Rates in the euro area', 'Rates in the euro area'],
    ['  "Rates in the euro area."  ', 'Rates in the euro area'],
    ['„Zinsen im Euroraum“', 'Zinsen im Euroraum'],
    ['「ユーロ圏の金利」', 'ユーロ圏の金利'],
    ['# **Rates** in the _euro_ area', 'Rates in the _euro_ area'],
    ['Title: **Rates in 2026**', 'Rates in 2026'],
    ['**Title:** Rates in 2026', 'Rates in 2026'],
    ['- `npm ci` fails', 'npm ci fails'],
    ['[Rates](https://example.com) today', 'Rates today'],
    ['Rates\n\n', 'Rates'],
    ['\n\nRates\r\nA short explanation', 'Rates'],
    ["'Growth' and 'value'", "'Growth' and 'value'"],
    ['C# or F#?', 'C# or F#?'],
    ['Rates   and\tgrowth', 'Rates and growth'],
    ['5 * 3 * 2', '5 * 3 * 2'],
  ])('%j becomes %j', (written, title) => {
    expect(cleanTitle(written)).toBe(title);
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n '],
    ['punctuation alone', '"**...**"'],
    ['a very long line', 'It was a dark night. '.repeat(20)],
    ['too many lines', 'Once upon a time\nthere was a rate\nand it fell\nfor ever'],
  ])('is rejected for %s', (_, written) => {
    expect(cleanTitle(written)).toBeNull();
  });

  it('is cut at the end of a word', () => {
    expect(cleanTitle(`${'Interest rates of all central banks '.repeat(2)}today`)).toBe(
      'Interest rates of all central banks Interest rates of...',
    );
  });

  it('is never longer than allowed, empty or on several lines, and does not change when cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (written) => {
        const title = cleanTitle(written);
        if (title === null) return;
        expect(title.length).toBeLessThanOrEqual(limits.modelTitleCharacters);
        expect(title).toMatch(/^\S(.*\S)?$/u);
        expect(title.isWellFormed()).toBe(true);
      }),
    );
  });
});
