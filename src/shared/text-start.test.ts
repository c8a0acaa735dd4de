import { expect, it } from 'vitest';
import { textEnd, textStart } from './text-start';

it('cuts at whole characters', () => {
  expect(textStart('Report 📈', 20)).toBe('Report 📈');
  expect(textStart('Report 📈', 9)).toBe('Report 📈');
  expect(textStart('Report 📈', 8)).toBe('Report ');
});

it('cuts the end of a text at whole characters', () => {
  expect(textEnd('📈 Report', 20)).toBe('📈 Report');
  expect(textEnd('📈 Report', 9)).toBe('📈 Report');
  expect(textEnd('📈 Report', 8)).toBe(' Report');
  expect(textEnd('Report', 0)).toBe('');
});
