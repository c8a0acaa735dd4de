import { describe, expect, it } from 'vitest';
import { nextSentences, plainWords } from './announce';

describe('nextSentences', () => {
  it('waits for a whole sentence', () => {
    expect(nextSentences('Growth slo', 0)).toBeUndefined();
    expect(nextSentences('Growth slowed. Rates', 0)).toEqual({ words: 'Growth slowed.', end: 14 });
  });

  it('goes on where it ended', () => {
    expect(nextSentences('Growth slowed. Rates rose! And', 14)).toEqual({ words: 'Rates rose!', end: 26 });
  });

  it('does not cut figures', () => {
    expect(nextSentences('It grew 2.5 percent', 0)).toBeUndefined();
  });
});

describe('plainWords', () => {
  it('reads markdown without its marks', () => {
    expect(plainWords('## Rates\n\n- **Up** by [two](https://a.example) [[1]](#source-1)\n\n```js\nx\n```\n')).toBe(
      'Rates Up by two 1 Code.',
    );
  });
});
