import { expect, it } from 'vitest';
import { positionFields } from './schemas/positions';
import { budgetsInput } from './schemas/usage';
import { typedDecimal, typedWholeNumber } from './typed-number';

it.each([
  ['0,7', '0.7'],
  [' 2,50 ', '2.50'],
  ['2.50', '2.50'],
  ['2,500', '2,500'],
  ['1.234,56', '1.234,56'],
  ['1,234.56', '1,234.56'],
  ['2,', '2,'],
  ['', ''],
])('a decimal comma before one or two digits is read: %j', (text, expected) => {
  expect(typedDecimal(text)).toBe(expected);
});

it.each([
  ['16000', 16_000],
  [' 400,000 ', 400_000],
  ['1 000 000', 1_000_000],
  ['400’000', 400_000],
  ['16.000', Number.NaN],
  ['16,00', Number.NaN],
  ['1,6000', Number.NaN],
  ['1e3', Number.NaN],
  ['', Number.NaN],
])('a whole number may have groups of thousands, but no dot: %j', (text, expected) => {
  expect(typedWholeNumber(text)).toBe(expected);
});

it('prices, weights and budgets may have a decimal comma', () => {
  expect(positionFields.avgEntryPrice.parse(' 12,50')).toBe('12.50');
  expect(positionFields.weight.parse('2,5')).toBe('2.5');
  expect(positionFields.avgEntryPrice.safeParse('1,250').success).toBe(false);
  expect(budgetsInput.parse({ installationUsd: '25,50', userUsd: '' })).toEqual({
    installationUsd: '25.50',
    userUsd: null,
  });
});
