import { describe, expect, it } from 'vitest';
import { wordsOf } from './words';

describe('words', () => {
  it.each([
    ['Crédit Agricole’s Übernahme der GROẞEN ﬁrma', ['credit', 'agricole', 'ubernahme', 'der', 'grossen', 'firma']],
    ['$1,577.5 million, 8.70%, 12,3 and 1,234,567', ['1577.5', 'million', '8.70', '12,3', 'and', '1234567']],
    ['FY2018 and 2Q2022, FY20', ['fy2018', '2018', 'and', '2q2022', '2022', 'fy20']],
    ["P&L, R&D, M&A of Nike's", ['pl', 'rd', 'ma', 'of', 'nike']],
    ['U.S., U.S and US sales, the U.S.’s', ['us', 'us', 'and', 'us', 'sales', 'the', 'us']],
    ['J.P. Morgan, J.P.Morgan, S.p.A.', ['jp', 'morgan', 'jp', 'morgan', 'spa']],
    ['Plan B. A new www.a.b.com', ['plan', 'b', 'a', 'new', 'www', 'a', 'b', 'com']],
    ['3M_2018_10K', ['3m', '2018', '10k']],
    ['ACME_2021Q1', ['acme', '2021q1', '2021']],
    [
      'Goodwill impair-\nment of a subsid‐\niary',
      ['goodwill', 'impair', 'impairment', 'ment', 'of', 'a', 'subsid', 'subsidiary', 'iary'],
    ],
    [
      'Non-\nGAAP, 2024-\n2025, long-term, well-\n known',
      ['non', 'gaap', '2024', '2025', 'long', 'term', 'well', 'known'],
    ],
    [`${'x'.repeat(30)}-\n${'y'.repeat(30)}`, ['x'.repeat(30), `${'x'.repeat(30)}${'y'.repeat(10)}`, 'y'.repeat(30)]],
    ['現金流量表 2018', ['現金', '金流', '流量', '量表', '2018']],
    ['매출은 늘었다', ['매출', '출은', '늘었', '었다']],
    ['', []],
    ['…–§', []],
  ])('of %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('are the same whether accents are composed or not', () => {
    expect(wordsOf('Cafe\u0301 Zu\u0308rich')).toEqual(wordsOf('Café Zürich'));
  });
});
