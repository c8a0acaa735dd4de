import { expect, it } from 'vitest';
import { relatedTerms } from './related-terms';

it('are the other names of what a question asks about, in any number', () => {
  expect(relatedTerms('What is our headcount?')).toEqual(expect.arrayContaining(['employees', 'workforce']));
  expect(relatedTerms('Were there share repurchases?')).toEqual(expect.arrayContaining(['buyback']));
});

it('are none where only a part of a name is asked about', () => {
  expect(relatedTerms('What is on the sheet?')).toEqual([]);
});
