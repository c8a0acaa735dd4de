/** Rows of a table of key figures: each cell begins with a capital letter, whether or not it is a name. */
import { describe, expect, it } from 'vitest';
import { checkCited } from '~/server/features/citations/pages/check-cited';
import { ClaimSource, checkClaim } from './check-claim';

const source = `The ECB left its deposit rate at 2.00 % on 30 October 2025. The marginal lending rate is 2.40 %.

Unemployment in the euro area was 6.3 % in September 2025, while employment grew by 0.1 %.

Kestrel Foods reported revenue of $4.2 billion for 2025. Its free cash flow was $310 million in 2025.

In October 2025 headline inflation was 2.1 %, core inflation 2.4 %.

The company plans procurement of €1.5 billion for 2026, of which €400 million are for data centers.`;

const verdictOf = (claim: string) => checkClaim(claim, source).verdict;

describe('a row, or a sentence that begins with its subject,', () => {
  it.each([
    '| Deposit rate | 2.00% | 30 October 2025 | |',
    '| **Deposit rate** | 2.00% | 30 October 2025 | |',
    '| Marginal lending rate | 2.40% | today | |',
    '| Kestrel Foods | Revenue | $4.2bn | 2025 | |',
    '| Free cash flow | $310 million | 2025 | |',
    '| Headline inflation and core inflation | 2.1 % and 2.4 % | October 2025 | |',
    'Deposit rates stand at 2.00 % since 30 October 2025.',
  ])('is found although the source uses lower case: %s', (row) => {
    expect(verdictOf(row)).toBe('figures');
  });

  it.each([
    ['another figure', '| Deposit rate | 2.10% | 30 October 2025 | |'],
    ['another date', '| Deposit rate | 2.00% | 30 October 2024 | |'],
    ['the figure of another sentence', '| Lending rate | 2.00% | 30 October 2025 | |'],
    ['the figure of the next sentence', '| Deposit rate | 2.40% | today | |'],
    ['the figure beside it in one sentence', '| Core inflation | 2.1% | October 2025 | |'],
    ['a part of another figure', '| Procurement | €400 million | 2026 | |'],
    ['the scale', '| Free cash flow | $310 billion | 2025 | |'],
    ['the currency', '| Free cash flow | €310 million | 2025 | |'],
    ['a name', '| Norden Foods | Revenue | $4.2bn | 2025 | |'],
    ['a name in capitals', '| BOE | Deposit rate | 2.00% | 30 October 2025 | |'],
    ['an absent word', '| Refinancing rate | 2.00% | 30 October 2025 | |'],
    ['a longer word with the same beginning', '| Depositary rate | 2.00% | 30 October 2025 | |'],
  ])('is not found with %s', (_name, row) => {
    expect(['partial', 'absent']).toContain(verdictOf(row));
  });
});

const accounts = `Consolidated figures in millions.

| Item | 2025 | 2024 |
| --- | --- | --- |
| Net loss | $4.2 million | $3.9 million |
| Net profit of the bank | $7.1 million | $6.8 million |
| Revenue growth | (5.3%) | 6.1% |
| Operating margin | (2.7%) | 1.4% |
| Change in deposits | $(8.5) million | $ 9.4 million |
| Result for the year | (EUR 31.5 million) | EUR 12.5 million |
| Cost of sales | (17.4) | (16.2) |
| Employees (average) | 1,250 | 1,190 |

The bank posted a net loss (restated) of $55 million. Its fee income grew ($66 million).`;

describe('a figure of a table', () => {
  it.each([
    'Net loss was $4.2 million.',
    'The net loss came to $3.9 million.',
    '| Net loss | $4.2 million | |',
    'Net profit was $7.1 million.',
    'Revenue fell 5.3%.',
    'Revenue growth was −5.3%.',
    'Revenue declined (−5.3%).',
    'Revenue growth was 6.1%.',
    '| Revenue growth | (5.3%) | |',
    'The operating margin was -2.7%.',
    'The operating margin was negative at 2.7%.',
    'In total, deposits fell by $8.5 million.',
    'The change in deposits was $9.4 million.',
    'The year ended with a loss of €31.5 million.',
    'The company lost EUR 31.5 million.',
    'The result for the year was -31.5 million euros.',
    'Cost of sales was 17.4.',
    'The average number was 1,250.',
    'The net loss was $55 million.',
    'The fee income grew to $66 million.',
  ])('is found with the meaning of its row and its sign: %s', (claim) => {
    expect(checkClaim(claim, accounts).verdict).toMatch(/^(?:quote|figures)$/);
  });

  it.each([
    ['a loss as a profit', 'Net profit was $4.2 million.'],
    ['a loss as an income', 'Net income was $3.9 million.'],
    ['a loss as a profit, in a row', '| Net profit | $4.2 million | |'],
    ['a profit as a loss', 'The net loss was $7.1 million.'],
    ['a loss beside another figure', 'The bank had a net profit of $7.1 million after a net profit of $4.2 million.'],
    ['a decline as a growth', 'Revenue growth was 5.3%.'],
    ['a decline as a rise', 'Revenue rose 5.3%.'],
    ['a growth as a decline', 'Revenue fell 6.1%.'],
    ['a growth with a sign', 'Revenue growth was −6.1%.'],
    ['a negative margin as a positive one', 'The operating margin was 2.7%.'],
    ['a negative margin as a change', 'The operating margin fell 2.7%.'],
    ['a decline as its result', 'Revenue growth fell to 5.3%.'],
    ['a decline of money', 'In total, deposits rose by $8.5 million.'],
    ['the sum of a decline', 'In total, deposits fell to $8.5 million.'],
    ['a negative result', 'The result for the year was €31.5 million.'],
    ['a negative result as a profit', 'The year ended with a profit of €31.5 million.'],
    ['a negative result before costs', 'The profit before costs was €31.5 million.'],
    ['a loss before brackets', 'The net profit was $55 million.'],
    ['a growth before brackets', 'The fee income fell to $66 million.'],
  ])('is not found with another: %s', (_what, claim) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, accounts).verdict);
    const sentences = [{ text: claim, start: 0, end: claim.length }];
    const { verdict } = checkCited({ sentences, isPlaced: true }, new ClaimSource(accounts));
    expect(['partial', 'absent']).toContain(verdict);
    expect(checkCited({ sentences, isPlaced: false }, new ClaimSource(accounts)).verdict).toBe('absent');
  });
});

const filing = `Results of operations (in millions of dollars)

| | 2024 | | | 2023 | | |
| --- | --- | --- | --- | --- | --- | --- |
| Gross margin | 43.9 | % | | 41.2 | % | |
| Operating margin | (2.7 | )% | | 1.4 | % | |
| Revenue growth | ( 5.3 | )% | | 6.1 | ％ | |
| Net income | (12.1 | ) | | 8.4 | | |
| Stores | 512 | | | 498 | | |`;

describe('a figure whose percent sign or bracket has a cell of its own', () => {
  const check = (claim: string) => checkClaim(claim, filing).verdict;

  it.each([
    'The gross margin was 43.9% in 2024.',
    'The gross margin was 41.2 percent in 2023.',
    'The operating margin was -2.7% in 2024.',
    'Revenue fell 5.3% in 2024.',
    'Revenue grew 6.1% in 2023.',
    'The net loss was $12.1 million in 2024.',
    'There were 512 stores in 2024.',
  ])('is found: %s', (claim) => {
    expect(check(claim)).toBe('figures');
  });

  it.each([
    'The gross margin was 43.9 percentage points in 2024.',
    'The gross margin was 43.9% in 2023.',
    'The gross profit was $43.9 million in 2024.',
    'The operating margin was 2.7% in 2024.',
    'Revenue rose 5.3% in 2024.',
    'Net income was $12.1 million in 2024.',
    'Of the stores, 512% were new in 2024.',
  ])('is not found: %s', (claim) => {
    expect(['partial', 'absent']).toContain(check(claim));
  });

  it('is found in the row of an answer', () => {
    const row = '| Gross margin | 43.9 | % |';
    expect(checkClaim(row, 'In 2024 the gross margin was 43.9%.', '| Figure | 2024 | |').verdict).toBe('figures');
    expect(['partial', 'absent']).toContain(checkClaim(row, 'In 2024 the gross margin was $43.9 million.').verdict);
  });
});

describe('a verb beside columns named by its noun', () => {
  const columns = (one: string, other: string, figures: string) =>
    `| Company | ${one} | ${other} |\n|---|---|---|\n| Kestrel | ${figures} |\n| Norden | 15 | 3 |`;

  it.each([
    ['Kestrel grew', 'Margin', 'Growth'],
    ['Kestrel returned', 'Weight', 'Return'],
    ['Kestrel yielded', 'Weight', 'Yield'],
    ['Kestrel wuchs um', 'Marge', 'Wachstum'],
  ])('is that of its percentage: %s', (words, other, own) => {
    const source = columns(other, own, '10% | 12%');
    expect(checkClaim(`${words} 10%.`, source).verdict).not.toBe('figures');
    expect(checkClaim(`${words} 12%.`, source).verdict).toBe('figures');
  });

  it.each([
    ['Kestrel invested', 'Revenue', 'Investments'],
    ['Kestrel spent', 'Revenue', 'Spending'],
    ['Kestrel exported', 'Imports', 'Exports'],
    ['Kestrel closed at', 'Open', 'Close'],
  ])('is that of its amount: %s', (words, other, own) => {
    const source = columns(other, own, '$10 | $12');
    expect(checkClaim(`${words} $10.`, source).verdict).not.toBe('figures');
    expect(checkClaim(`${words} $12.`, source).verdict).toBe('figures');
  });
});
