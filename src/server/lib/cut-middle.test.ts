import { describe, expect, it } from 'vitest';
import { cutMiddle } from './cut-middle';

describe('a cut text', () => {
  it('keeps its beginning and its end', () => {
    const text = `first ${'x'.repeat(1000)} last`;
    const cut = cutMiddle(text, 0.1);
    expect(cut).toMatch(/^first .*\n\[…\]\n.* last$/s);
    expect(cut.length).toBeLessThan(120);
    expect(cutMiddle(text, 1)).toBe(text);
  });

  it('does not cut through a character', () => {
    for (const part of [0.1, 0.33, 0.5, 0.77]) expect(cutMiddle('🙂'.repeat(99), part).isWellFormed()).toBe(true);
  });
});
