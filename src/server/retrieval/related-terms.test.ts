import { expect, it } from 'vitest';
import { relatedTerms } from './related-terms';

it('are the other names of the query’s subject, singular or plural', () => {
  expect(relatedTerms('What is our headcount?')).toEqual(expect.arrayContaining(['employees', 'workforce']));
  expect(relatedTerms('Were there share repurchases?')).toEqual(expect.arrayContaining(['buyback']));
});

it('are none if only a part of a name matches', () => {
  expect(relatedTerms('What is on the sheet?')).toEqual([]);
});
