import { expect, it } from 'vitest';
import { heldDays } from './held-days';

it('the days of closing prices within ranges, which may overlap or have gaps', () => {
  const closes = new Map([
    ['A', ['01', '02', '04', '05', '07', '09'].map((day) => ({ day }))],
    ['B', ['03', '08'].map((day) => ({ day }))],
  ]);
  const daysOf = (...ranges: [ticker: string, from: string, to?: string][]) =>
    [
      ...heldDays(
        ranges.map(([ticker, from, to]) => ({ ticker, from, to })),
        closes,
      ),
    ]
      .sort()
      .join(' ');
  expect(daysOf(['A', '02', '04'])).toBe('02 04');
  expect(daysOf(['A', '06', '07'], ['A', '02', '05'], ['A', '03', '04'])).toBe('02 04 05 07');
  expect(daysOf(['A', '', '01'], ['B', '04'], ['A', '08'], ['C', ''])).toBe('01 08 09');
});
