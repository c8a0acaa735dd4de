import { describe, expect, it } from 'vitest';
import { chartGeometry, nearestDay } from './chart-geometry';

const days = ['2024-01-01', '2024-01-03', '2024-01-11'];

describe('chartGeometry', () => {
  it('spaces days by time, not by their index', () => {
    const { xOf } = chartGeometry(days, [{ name: 'Book', tone: 'accent', values: [100, 110, 120] }], 100);
    expect([0, 1, 2].map(xOf)).toEqual([0, 20, 100]);
  });

  it('includes the reference value in the scale, even if it is far from all values', () => {
    const { yOf } = chartGeometry(days, [{ name: 'Book', tone: 'accent', values: [150, 160, 170] }], 100);
    expect(yOf(100)).toBeLessThanOrEqual(100);
    expect(yOf(170)).toBeGreaterThanOrEqual(0);
    expect(yOf(170)).toBeLessThan(yOf(100));
  });

  it('breaks a line at missing values', () => {
    const { paths } = chartGeometry(days, [{ name: 'SPY', tone: 'quiet', values: [100, undefined, 120] }], 100);
    expect(paths[0]?.match(/M/g)).toHaveLength(2);
  });

  it('works with one day and without days', () => {
    for (const some of [days.slice(0, 1), []]) {
      const values = some.map(() => 100);
      const { paths, xOf, yTicks } = chartGeometry(some, [{ name: 'Book', tone: 'accent', values }], 100);
      expect(`${paths.join()} ${xOf(0)} ${yTicks.map(({ percent }) => percent).join()}`).not.toMatch(/NaN/);
    }
  });

  it('labels ticks with the largest unit that starts there', () => {
    const long = ['2022-06-01', '2024-06-01'];
    const { xTicks } = chartGeometry(long, [{ name: 'Book', tone: 'accent', values: [100, 120] }], 100);
    expect(xTicks.map(({ label }) => label)).toContain('2023');
  });

  it('has one tick per day at most', () => {
    const short = ['2026-11-27', '2026-11-29'];
    const { xTicks } = chartGeometry(short, [{ name: 'Book', tone: 'accent', values: [100, 120] }], 100);
    expect(xTicks).toEqual([{ percent: 50, label: '28 Nov' }]);
  });
});

it('finds the day nearest to a position', () => {
  const { xOf } = chartGeometry(days, [{ name: 'Book', tone: 'accent', values: [1, 2, 3] }], 1);
  expect([-5, 9, 11, 59, 61, 140].map((percent) => nearestDay(days, xOf, percent))).toEqual([0, 0, 1, 1, 2, 2]);
  expect(nearestDay([], () => 0, 50)).toBe(0);
});
