import { expect, it } from 'vitest';
import { answerWords } from './answer-words';

it.each([
  ['| Loan | Covenant |\n|---|:---:|\n| A | none |', 'Loan · Covenant\nA · none'],
  ['## Risks\n\n- **Rates** rise.[[1]](https://ecb.europa.eu/a)\n> Quoted', 'Risks\n\nRates rise.\nQuoted'],
  ['```python\ntotal = `a` | b\n```\n---\nDone', 'total = a | b\nDone'],
  ['See [the paper](https://example.com) of 2026 - or call.', 'See the paper of 2026 - or call.'],
])('shows %j without its marks', (markdown, words) => {
  expect(answerWords(markdown)).toBe(words);
});

it('parses hostile lines in linear time', () => {
  const line = `${'|-'.repeat(50_000)}x`;
  expect(answerWords(line)).toMatch(/^- · -/);
});
