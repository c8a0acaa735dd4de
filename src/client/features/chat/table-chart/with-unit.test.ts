import { expect, it } from 'vitest';
import { withUnit } from './table-chart';

it('puts a minus sign before the currency sign', () => {
  expect(withUnit(-48_200_000, '€')).toBe('\u2212€48.2M');
  expect(withUnit(-3.5, '%')).toBe('\u22123.5%');
  expect(withUnit(0, '%')).toBe('0%');
  expect(withUnit(12, '')).toBe('12');
});
