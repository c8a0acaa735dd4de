import { describe, expect, it } from 'vitest';
import { ClaimSource } from '~/server/features/citations/claims/check-claim';
import { checkCited } from './check-cited';
import { CitedAnswer } from './cited-sentences';

const page = `# ECB

The ECB left its deposit rate at 2.00 % on 30 October 2025. Inflation was 2.1 % in October 2025.

“We are in a good place,” the president said. It was not the last word.`;
const source = new ClaimSource(page);
const sentence = (text: string, start = 0) => ({ text, start, end: start + text.length });
const check = (...texts: string[]) =>
  checkCited({ sentences: texts.map((text) => sentence(text)), isPlaced: true }, source);

describe('the verdict for the sentences that cite a page', () => {
  it('is a verified quotation if all of them are on the page', () => {
    expect(check('Inflation was 2.1 % in October 2025.')).toMatchObject({ verdict: 'quote' });
    expect(check('The president said: “We are in a good place.”')).toMatchObject({ verdict: 'quote' });
  });

  it('is no better than that of the least supported sentence', () => {
    expect(check('Inflation was 2.1 % in October 2025.', 'In October 2025 inflation stood at 2.1%.').verdict).toBe(
      'figures',
    );
    expect(check('Inflation was 2.1 % in October 2025.', 'It will be 1.8 % in 2026.')).toMatchObject({
      verdict: 'partial',
      missing: ['1.8 %', '2026'],
    });
    expect(check('It will be 1.8 % in 2026.')).toMatchObject({ verdict: 'absent', missing: ['1.8 %', '2026'] });
  });

  it('shows the passage and its position', () => {
    const { passage, sourceStart, sourceEnd } = check('On 30 October 2025 the deposit rate of the ECB was 2.00%.');
    expect(passage).toBe('The ECB left its deposit rate at 2.00 % on 30 October 2025.');
    expect(page.slice(sourceStart, sourceEnd)).toBe(passage);
  });

  it('is at most partly confirmed for a sentence too long to compare completely', () => {
    const long = `${'Inflation was 2.1 % in October 2025 and '.repeat(40)} 9 %.`;
    expect(check(long).verdict).not.toMatch(/quote|figures/);
  });

  it('assigns a citation without a position to the sentence that the page supports', () => {
    const sentences = [
      sentence('Hello.'),
      sentence('It was 9 %.', 7),
      sentence('Inflation was 2.1 % in October 2025.', 20),
    ];
    expect(checkCited({ sentences, isPlaced: false }, source)).toMatchObject({
      verdict: 'quote',
      sentence: { start: 20, end: 56 },
    });
    expect(checkCited({ sentences: sentences.slice(0, 2), isPlaced: false }, source)).toEqual({ verdict: 'absent' });
  });
});

it('never confirms a figure in the text of a link that the page contradicts', () => {
  const url = 'https://reuters.com/x';
  const verdictOf = (answer: string, text: string) => {
    const start = answer.indexOf('[');
    const citation = { source: 'reuters.com', url, start, end: answer.indexOf(')') + 1 };
    const sentences = new CitedAnswer(answer, [citation]).at(citation);
    return checkCited({ sentences, isPlaced: true }, new ClaimSource(text)).verdict;
  };
  const page = (profit: string) => `2024年营收增长12%，净利润为${profit}。`;
  expect(verdictOf(page(`[45亿元](${url})`), page('30亿元'))).toBe('partial');
  expect(verdictOf(page(`[45亿元](${url})`), page('45亿元'))).toMatch(/figures|quote/);
  const russian = (profit: string) => `В 2024 году выручка выросла на 12%, прибыль ${profit}.`;
  expect(verdictOf(russian(`[выросла на 45 млн](${url})`), russian('выросла на 30 млн'))).toBe('partial');
});

it('compares a row of the answer under the heads of its columns', () => {
  const table = new ClaimSource('| Company | 2023 | 2022 |\n| --- | --- | --- |\n| Kestrel | $5.2bn | $4.1bn |');
  const verdictOf = (text: string) =>
    checkCited(
      { sentences: [{ ...sentence(text), head: '| Company | Sales 2023 | Sales 2022 |' }], isPlaced: true },
      table,
    ).verdict;
  expect(verdictOf('| Kestrel | $5.2bn | $4.1bn |')).toBe('figures');
  expect(verdictOf('| Kestrel | $4.1bn | $5.2bn |')).toBe('partial');
});
