/** Rows of a table of key figures: each cell begins with a capital letter, whether or not it is a name. */
import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';

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
