import { afterAll, describe, expect, it } from 'vitest';
import { createPageChecker, PageTooCostly } from './page-checker';

const checker = createPageChecker();
afterAll(() => checker.close());
const signal = AbortSignal.timeout(60_000);
const claim = (text: string) => ({ sentences: [{ text, start: 0, end: text.length }], isPlaced: true });

describe('the page checker', () => {
  it('compares claims with a page in a separate thread', async () => {
    const text = 'Alpha Group reported revenue of $5.2 million in 2024.';
    const checks = await checker.check(
      text,
      [claim('In 2024, Alpha Group had $5.2m.'), claim('In 2024, Alpha Group had $6.2m.')],
      signal,
    );
    expect(checks.map(({ verdict }) => verdict)).toEqual(['figures', 'absent']);
    expect(checks[0]).toMatchObject({ passage: text, sourceStart: 0, sourceEnd: text.length });
  }, 60_000);

  it('abandons a page that takes too long, and checks the next one', async () => {
    const shortTimeout = createPageChecker({ longestMs: -40_000 });
    await expect(shortTimeout.check('One page.', [claim('One page.')], signal)).rejects.toThrow(PageTooCostly);
    await shortTimeout.close();
  });

  it('stops when it is aborted', async () => {
    await expect(checker.check('A page.', [claim('A page.')], AbortSignal.abort(new Error('stopped')))).rejects.toThrow(
      'stopped',
    );
    await expect(checker.check('A page.', [claim('A page.')], signal)).resolves.toMatchObject([{ verdict: 'quote' }]);
  }, 60_000);
});
