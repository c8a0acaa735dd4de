import { expect, it } from 'vitest';
import { monthEnds } from './month-ends';

it('keeps the first day, the last day of each month, and the last day', () => {
  const days = ['2024-01-15', '2024-01-31', '2024-02-01', '2024-02-28', '2024-03-04'];
  expect(monthEnds(days).map((index) => days[index])).toEqual(['2024-01-15', '2024-01-31', '2024-02-28', '2024-03-04']);
  expect(monthEnds(['2023-05-01', '2024-05-01'])).toEqual([0, 1]);
  expect(monthEnds([])).toEqual([]);
});
