import { expect, it } from 'vitest';
import { endInBytes, startInBytes } from './cut-bytes';

it.each([
  ['abc', 2, 'ab', 'bc'],
  ['利率下降', 6, '利率', '下降'],
  ['利率下降', 8, '利率', '下降'],
  ['🤔a🤔', 5, '🤔a', 'a🤔'],
  ['🤔', 3, '', ''],
  ['abc', 0, '', ''],
  ['abc', -1, '', ''],
  ['abc', 9.5, 'abc', 'abc'],
])('%s cut to %d bytes begins with "%s" and ends with "%s"', (text, bytes, start, end) => {
  expect([startInBytes(text, bytes), endInBytes(text, bytes)]).toEqual([start, end]);
});
