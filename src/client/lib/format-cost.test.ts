import { expect, it } from 'vitest';
import { formatCost, formatPrice } from './format-cost';

it.each([
  ['1234.5', '$1,234.50'],
  ['12.346', '$12.35'],
  ['0.0035', '$0.0035'],
  ['0.5', '$0.50'],
  ['0.000012', '<$0.0001'],
  ['0', '$0.00'],
  [null, '-'],
])('shows a cost of %s as %s', (usd, text) => {
  expect(formatCost(usd)).toBe(text);
});

it.each([
  ['0.5', '$0.50'],
  ['3', '$3.00'],
  ['0.075', '$0.075'],
  ['0.0000125', '$0.0000125'],
  ['1250.00', '$1,250.00'],
])('shows a price of %s with all its digits as %s', (usd, text) => {
  expect(formatPrice(usd)).toBe(text);
});
