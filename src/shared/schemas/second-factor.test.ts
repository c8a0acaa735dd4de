import { expect, it } from 'vitest';
import { secondFactorCode } from './second-factor';

it.each([
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۷۸۹۰۱۲', '789012'],
  ['१२३४५६', '123456'],
  ['ＡＢＣＤ－1234', 'abcd1234'],
])('a code may be typed with any keyboard: %s', (typed, code) => {
  expect(secondFactorCode.parse(typed)).toBe(code);
});
