import { expect, it } from 'vitest';
import { adjustClose } from './adjust-close';

const close = (text: string, through: string, ...splits: [string, number, number][]) =>
  adjustClose(
    { day: '2022-08-01', close: text, through },
    splits.map(([day, numerator, denominator]) => ({ day, numerator, denominator })),
  );

it('does not change a closing price that was read after the last split', () => {
  expect(close('297.096667', '2022-08-25', ['2022-08-25', 3, 1])).toBe('297.096667');
  expect(close('297.100000', '2024-01-01', ['2020-08-31', 5, 1], ['2022-08-25', 3, 1])).toBe('297.10');
});

it('divides by the splits since it was read', () => {
  expect(close('891.290000', '2022-08-01', ['2022-08-25', 3, 1])).toBe('297.096667');
  expect(close('2237.400000', '2020-01-01', ['2020-08-31', 5, 1], ['2022-08-25', 3, 1])).toBe('745.80');
  expect(close('1.230000', '2022-08-01', ['2023-01-01', 1, 20])).toBe('24.60');
  expect(close('0.000001', '2022-08-01', ['2023-01-01', 5, 1])).toBe('0.00');
});

it('returns two to six decimals', () => {
  expect(close('10.000000', '2022-08-01')).toBe('10.00');
  expect(close('10.120000', '2022-08-01')).toBe('10.12');
  expect(close('10.123400', '2022-08-01')).toBe('10.1234');
  expect(close('10.000001', '2022-08-01')).toBe('10.000001');
});
