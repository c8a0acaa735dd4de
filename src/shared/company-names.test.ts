import { expect, it } from 'vitest';
import { companyWords, mayBeSameCompany } from './company-names';

it('omits legal forms and text in parentheses', () => {
  expect(companyWords('Tesla, Inc. (sample)')).toEqual(['Tesla']);
  expect(companyWords('The Coca-Cola Company')).toEqual(['Coca', 'Cola']);
});

it('matches two names that share a distinctive word', () => {
  expect(mayBeSameCompany('Coca-Cola', 'The Coca-Cola Company')).toBe(true);
  expect(mayBeSameCompany('nestle', 'Nestl\u00e9 S.A.')).toBe(true);
  expect(mayBeSameCompany('Tesla', 'Toyota Motor Corporation')).toBe(false);
  // Common words are not enough.
  expect(mayBeSameCompany('The Boeing Company', 'The Walt Disney Company')).toBe(false);
});

it('matches a name without distinctive words', () => {
  expect(mayBeSameCompany('Co.', 'Tesla')).toBe(true);
  expect(mayBeSameCompany('Tesla', '')).toBe(true);
});
