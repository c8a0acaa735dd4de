/** Figures of a quarter, of several months and of a year. */
import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';

const months = 'Revenue was $94.9 billion for the three months ended September 28, 2024.';
const both = 'Revenue was $5 million for the quarter and $20 million for the year ended December 31, 2024.';
const heads = `| | Three Months Ended | Six Months Ended |
| | June 30, 2024 | June 30, 2024 |
| --- | --- | --- |
| Revenue | $5,123 | $9,456 |`;
const caption = `Three Months Ended

| | June 30, 2024 | June 30, 2023 |
| --- | --- | --- |
| Revenue | $5,123 | $4,456 |`;

describe('the figure of a period', () => {
  it.each([
    ['Revenue was $94.9 billion in 2024.', months],
    ['Annual revenue was $94.9 billion in 2024.', months],
    ['In fiscal 2024 revenue was $94.9 billion.', months],
    ['Revenue was $94.9 billion in 2024.', months.replace('three months', 'three-month period')],
    ['Revenue was $94.9 billion in 2024.', months.replace('three months', 'quarter')],
    ['Revenue was $94.9 billion for the year ended September 28, 2024.', months],
    ['Revenue was $94.9 billion for the fiscal year ended September 28, 2024.', months],
    ['Revenue was $94.9 billion for the twelve months ended September 28, 2024.', months],
    [months, months.replace('three months', 'year')],
    [months, months.replace('three months', 'twelve months')],
    [months, months.replace('three months', 'six months')],
    [months.replace('three months', 'six months'), months],
    [months, months.replace('three months', 'nine months')],
    ['Revenue was $94.9 billion in the third quarter of 2024.', months],
    [
      'Der Umsatz lag in den ersten drei Monaten bei 5 Mio. Euro.',
      'Der Umsatz lag in den ersten sechs Monaten bei 5 Mio. Euro.',
    ],
    ['Der Umsatz lag 2024 bei 5 Mio. Euro.', 'Der Umsatz lag in den ersten sechs Monaten 2024 bei 5 Mio. Euro.'],
    [
      'Revenue was $5 million in the first three months of 2024.',
      'Revenue was $5 million in the third quarter of 2024.',
    ],
    [
      'Revenue was $5 million in the first three months of 2024.',
      'Revenue was $5 million in the first six months of 2024.',
    ],
    ['Revenue was $20 million in the quarter.', both],
    ['Revenue was $9,456 for the three months ended June 30, 2024.', heads],
    ['Revenue was $5,123 for the year ended June 30, 2024.', heads],
    ['Revenue was $5,123 in 2024.', heads],
  ])('does not confirm that of another: %j with %j', (claim, source) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, source).verdict);
  });

  it.each([
    ['For the three months ended September 28, 2024, revenue was $94.9 billion.', months],
    ['For the quarter ended September 28, 2024, revenue was $94.9 billion.', months],
    [
      'For the three months ended September 28, 2024, revenue was $94.9 billion.',
      months.replace('three months', 'quarter'),
    ],
    ['Revenue was $94.9 billion.', months],
    [
      'For the three months ended June 30, 2024, revenue was $5 million.',
      'Revenue was $5 million for the second quarter ended June 30, 2024.',
    ],
    [
      'For the three months ended June 29, 2024, revenue was $5 million.',
      'Revenue was $5 million for the second quarter of fiscal 2024 ended June 29, 2024.',
    ],
    [
      'For the second quarter ended June 30, 2024, revenue was $5 million.',
      'Revenue was $5 million in the second quarter ended June 30, 2024.',
    ],
    [
      'Revenue for the year ended June 30, 2024 was $5 million.',
      'In the year ended June 30, 2024, revenue was $5 million.',
    ],
    ['Revenue was $5 million in 2024.', 'In the year ended December 31, 2024, revenue was $5 million.'],
    ['Revenue was $5 million in 2024.', 'For the twelve months ended December 31, 2024, revenue was $5 million.'],
    ['Revenue was $5 million for the full year 2024.', 'In the year ended December 31, 2024, revenue was $5 million.'],
    ['Revenue was $20 million in 2024.', both],
    ['Revenue was $5 million in the quarter.', both],
    [
      'In den ersten drei Monaten 2024 lag der Umsatz bei 5 Mio. Euro.',
      'Der Umsatz lag in den ersten drei Monaten 2024 bei 5 Mio. Euro.',
    ],
    ['In the first half of 2024 revenue was $5 million.', 'Revenue was $5 million in the first six months of 2024.'],
    [
      'In the fourth quarter of 2024 revenue was $5 million.',
      'Revenue was $5 million in the fourth quarter of the fiscal year ended September 28, 2024.',
    ],
    ['Revenue was $5,123 for the three months ended June 30, 2024.', heads],
    ['Revenue was $5,123 for the three months ended June 30, 2024.', caption],
    ['It paid $5 million over three months in 2024.', 'It paid $5 million within three months in 2024.'],
    ['The company had $5 million of cash in 2024.', 'In 2024, it had $5 million of cash for the next three months.'],
    [
      'Alpha bought Beta for $5 billion in 2024.',
      'In the three months ended June 30, 2024 Alpha bought Beta for $5 billion.',
    ],
  ])('confirms %j with %j', (claim, source) => {
    expect(checkClaim(claim, source).verdict).toMatch(/^(?:quote|figures)$/);
  });
});

const ofTwoPeriods = [
  'Revenue was $5 million for the quarter and $20 million for the year ended December 31, 2024.',
  'Revenue was $20 million for the year ended December 31, 2024 and $5 million for the quarter.',
  'For the three months, revenue was $5 million, and for the year 2024 it was $20 million.',
  'Quarterly revenue was $5 million; 2024 revenue was $20 million.',
  'Revenue was $5 million in the quarter, bringing the total for 2024 to $20 million.',
];

describe('a quarter without a name beside a year', () => {
  it.each(ofTwoPeriods)('is not the year: %s', (source) => {
    expect(checkClaim('Revenue was $5 million in 2024.', source).verdict).not.toMatch(/^(?:quote|figures)$/);
    for (const claim of ['Revenue was $5 million in the quarter.', 'Revenue was $20 million in 2024.'])
      expect(checkClaim(claim, source).verdict).toMatch(/^(?:quote|figures)$/);
  });

  it.each([
    'Der Umsatz betrug im Quartal 5 Mio. Euro und im Gesamtjahr 2024 20 Mio. Euro.',
    'Les ventes étaient de 5 millions d’euros au trimestre et de 20 millions d’euros en 2024.',
  ])('is not the year in other languages: %s', (source) => {
    expect(checkClaim('Revenue was €5 million in 2024.', source).verdict).not.toBe('figures');
  });

  it('has an end that may be the end of the year', () => {
    const source = 'Cash was $20 million at the end of the quarter in December 2024.';
    expect(checkClaim('At the end of 2024, cash was $20 million.', source).verdict).toBe('figures');
  });
});
