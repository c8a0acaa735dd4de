import { describe, expect, it } from 'vitest';
import { contextAfter, contextBefore } from './passage-context';

const words = Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ');

describe('the text around a quote', () => {
  it('is shown whole when it is short', () => {
    expect([contextBefore('Before. '), contextAfter(' After.')]).toEqual(['Before. ', ' After.']);
  });

  it('is cut at a word, with an ellipsis', () => {
    const before = contextBefore(words);
    expect(before).toMatch(/^…word\d+ .* word99$/);
    expect(before.length).toBeLessThanOrEqual(321);
    const after = contextAfter(words);
    expect(after).toMatch(/^word0 .* word\d+…$/);
    expect(after.length).toBeLessThanOrEqual(321);
  });

  it('handles a text without spaces', () => {
    expect(contextBefore('x'.repeat(900))).toBe(`…${'x'.repeat(320)}`);
    expect(contextAfter('x'.repeat(900))).toBe(`${'x'.repeat(320)}…`);
  });
});
