import { expect, it } from 'vitest';
import { textStart } from './text-start';

it('cuts at whole characters', () => {
  expect(textStart('Report 📈', 20)).toBe('Report 📈');
  expect(textStart('Report 📈', 9)).toBe('Report 📈');
  expect(textStart('Report 📈', 8)).toBe('Report ');
});
