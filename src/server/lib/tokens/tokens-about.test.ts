import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutToTokens, startInTokens, tokensAbout } from './tokens-about';

const mark = '\n[…]\n';

describe('a text cut to tokens', () => {
  it('is whole if it fits', () => {
    expect(cutToTokens('Rates rose.', 3)).toBe('Rates rose.');
    expect(startInTokens('Rates rose.', 3)).toBe('Rates rose.');
  });

  it('keeps four Latin letters per token, at its beginning and its end', () => {
    const cut = cutToTokens(`first ${'x'.repeat(9000)} last`, 750);
    expect(cut).toMatch(/^first x{1994}\n\[…\]\nx{995} last$/);
    expect(startInTokens(`first ${'x'.repeat(9000)}`, 750)).toHaveLength(3000);
  });

  it('keeps fewer Chinese characters, which have more tokens', () => {
    expect(cutToTokens('利率'.repeat(3000), 750)).toHaveLength(1000 + mark.length - 1);
    expect(startInTokens('利率'.repeat(3000), 750)).toHaveLength(1000);
  });

  it('never has more tokens or a broken character, whatever languages its parts are in', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'é', '利', '🙂', ' '), maxLength: 300 });
    fc.assert(
      fc.property(texts, fc.nat(100), (text, tokens) => {
        for (const cut of [startInTokens(text, tokens), cutToTokens(text, tokens).replace(mark, '')]) {
          expect(tokensAbout(cut)).toBeLessThanOrEqual(tokens);
          expect(cut.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
