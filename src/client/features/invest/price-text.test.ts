import { expect, it } from 'vitest';
import { amountText, priceText } from './price-text';

it.each([
  ['180.25', undefined, '$180.25'],
  ['99999999.99', undefined, '$99999999.99'],
  ['180.25', 'EUR', '€180.25'],
  ['180.25', 'GBp', 'GBp 180.25'],
  [null, undefined, '-'],
  [undefined, 'EUR', '-'],
  ['', undefined, '-'],
])('shows the price %s in %s as %s', (price, currency, text) => {
  expect(priceText(price, currency)).toBe(text);
});

it('shows amounts without trailing zeros after two decimals', () => {
  expect(['0.240000', '0.245000', '12.00'].map((amount) => amountText(amount))).toEqual(['$0.24', '$0.245', '$12.00']);
});
