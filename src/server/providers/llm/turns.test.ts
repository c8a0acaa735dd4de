import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokensAbout } from '~/server/lib/tokens/tokens-about';
import { shortenTurns } from './turns';
import type { ModelTurn } from './types';

describe('a request without the oldest turns', () => {
  const turn = fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.string({ unit: 'grapheme' }) });

  it('has every turn from which on the earlier ones fit, and the message', () => {
    fc.assert(
      fc.property(fc.array(turn), fc.constantFrom(0, 0.25, 0.5, 0.75, 1), (turns, factor) => {
        const earlier = turns.slice(0, -1);
        const tokensFrom = (index: number) =>
          earlier.slice(index).reduce((sum, { content }) => sum + tokensAbout(content), 0);
        const kept = earlier.filter((_, index) => tokensFrom(index) <= tokensFrom(0) * factor);
        expect(shortenTurns({ systemPrompt: '', turns }, factor)).toEqual({
          systemPrompt: '',
          turns: [...kept, ...turns.slice(-1)],
        });
      }),
    );
  });

  it('measures each turn once, however many there are', () => {
    let reads = 0;
    const earlier = Array.from(
      { length: 100 },
      (): ModelTurn => ({
        role: 'user',
        get content() {
          reads++;
          return 'four';
        },
      }),
    );
    const { turns } = shortenTurns({ systemPrompt: '', turns: [...earlier, { role: 'user', content: 'And?' }] }, 0.5);
    expect(turns).toHaveLength(51);
    expect(reads).toBe(100);
  });
});
