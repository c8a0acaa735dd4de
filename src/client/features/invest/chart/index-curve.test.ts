import { expect, it } from 'vitest';
import { indexCurve } from './index-curve';

const points = [
  { day: '2025-11-20', book: '100.00' },
  { day: '2026-10-20', book: '150.00', benchmark: '110.00' },
  { day: '2026-11-20', book: '165.00', benchmark: '99.00' },
];
const values = (...args: Parameters<typeof indexCurve>) => {
  const { days, series } = indexCurve(...args);
  return [days, ...series.map((one) => one.values.map((value) => value?.toFixed(2)))];
};

it('starts each period at 100, both for the portfolio and its benchmark', () => {
  expect(values(points, 'SPY', '1M')).toEqual([
    ['2026-10-20', '2026-11-20'],
    ['100.00', '110.00'],
    ['100.00', '90.00'],
  ]);
});

it('writes a level with its change since the start, both with commas for thousands', () => {
  const { formatValue } = indexCurve(points, 'SPY');
  expect([1234.561, 132.4, 80].map(formatValue)).toEqual([
    '1,234.56 (+1,134.56%)',
    '132.40 (+32.40%)',
    '80.00 (\u221220.00%)',
  ]);
});

it('shows a history that is shorter than the period from its first day', () => {
  for (const period of ['all', '3Y'] as const) {
    expect(values(points, 'SPY', period)).toEqual([
      points.map(({ day }) => day),
      ['100.00', '150.00', '165.00'],
      [undefined, '100.00', '90.00'],
    ]);
  }
});

it('shows the whole history if the period would start at 0', () => {
  const lost = points.map((point, index) => ({ ...point, book: ['100.00', '0.00', '0.00'][index] as string }));
  expect(values(lost, 'SPY', '1M')).toEqual([
    points.map(({ day }) => day),
    ['100.00', '0.00', '0.00'],
    [undefined, '100.00', '90.00'],
  ]);
});
