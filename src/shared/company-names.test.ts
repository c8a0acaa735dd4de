import { expect, it } from 'vitest';
import { companyWords, shareWord } from './company-names';

it('omits legal forms and text in parentheses', () => {
  expect(companyWords('Tesla, Inc. (sample)')).toEqual(['Tesla']);
  expect(companyWords('The Coca-Cola Company')).toEqual(['Coca', 'Cola']);
});

it('matches two names that share a distinctive word', () => {
  expect(shareWord('Coca-Cola', 'The Coca-Cola Company')).toBe(true);
  expect(shareWord('nestle', 'Nestl\u00e9 S.A.')).toBe(true);
  expect(shareWord('Tesla', 'Toyota Motor Corporation')).toBe(false);
  // Common words are not enough.
  expect(shareWord('The Boeing Company', 'The Walt Disney Company')).toBe(false);
});

it('matches a name without distinctive words', () => {
  expect(shareWord('Co.', 'Tesla')).toBe(true);
  expect(shareWord('Tesla', '')).toBe(true);
});
