import { expect, it } from 'vitest';
import { compoundParts } from './compounds';

const vocabulary = ['umsatz', 'entwicklung', 'umsatzentwicklung', 'arbeit', 'zeit', 'arbeitszeit', 'kundenberg'];

it('compounds are split into words that also occur in the text', () => {
  expect(Object.fromEntries(compoundParts(vocabulary, 'german_stem'))).toEqual({
    umsatzentwicklung: ['umsatz', 'entwicklung'],
    arbeitszeit: ['arbeit', 'zeit'],
  });
});

it('words of languages without compounds stay whole', () => {
  expect(compoundParts(vocabulary, 'english_stem').size).toBe(0);
});
