import { expect, it } from 'vitest';
import { companyWords, shareWord } from './company-names';

it('leaves out legal forms and what is in parentheses', () => {
  expect(companyWords('Tesla, Inc. (sample)')).toEqual(['Tesla']);
  expect(companyWords('The Coca-Cola Company')).toEqual(['Coca', 'Cola']);
});

it('takes two names for one company when they share a word', () => {
  expect(shareWord('Coca-Cola', 'The Coca-Cola Company')).toBe(true);
  expect(shareWord('nestle', 'Nestl\u00e9 S.A.')).toBe(true);
  expect(shareWord('Tesla', 'Toyota Motor Corporation')).toBe(false);
  // Words that many names have are not enough.
  expect(shareWord('The Boeing Company', 'The Walt Disney Company')).toBe(false);
});

it('says nothing about a name without words', () => {
  expect(shareWord('Co.', 'Tesla')).toBe(true);
  expect(shareWord('Tesla', '')).toBe(true);
});
