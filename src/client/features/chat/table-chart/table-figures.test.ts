import { describe, expect, it } from 'vitest';
import { figureIn, figuresOf } from './table-figures';

describe('a figure in a cell', () => {
  it.each([
    ['48.2', 48.2, ''],
    ['€48.2m', 48_200_000, '€'],
    ['$1,234.50', 1234.5, '$'],
    ['1.234,50 €', 1234.5, '€'],
    ['12 %', 12, '%'],
    ['−3.4%', -3.4, '%'],
    ['(3.4)%', -3.4, '%'],
    ['$(1,200)', -1200, '$'],
    ['-$5', -5, '$'],
    ['+10.96%', 10.96, '%'],
    ['1,234', 1234, ''],
    ['1.234.567', 1_234_567, ''],
    ['0,125 %', 0.125, '%'],
    ['0.125 %', 0.125, '%'],
    ['100,125', 100_125, ''],
    ["1'000", 1000, ''],
    ['2.3 billion USD', 2_300_000_000, 'USD'],
    ['2,5 Mrd. €', 2_500_000_000, '€'],
    ['2.5×', 2.5, '×'],
    ['25 bps', 25, 'bps'],
    ['2024', 2024, ''],
  ])('%s is %d %s', (cell, value, unit) => {
    expect(figureIn(cell)).toEqual({ value, unit });
  });

  it.each(['', '-', 'n/a', 'Q3 2025', '10–12', '2 of 3', 'about the same', '12.3.4.5', '0.125.000', '+', '2025-10-30'])(
    'is not found in %j',
    (cell) => {
      expect(figureIn(cell)).toBeNull();
    },
  );
});

describe('the figures in a table', () => {
  it('are grouped by their unit, the largest group first', () => {
    expect(
      figuresOf([
        ['Year', 'Growth', 'Revenue', 'Cost', 'Note'],
        ['2023', '4 %', '€40m', '€30m', 'good'],
        ['2024', '12 %', '€48m', '-', 'better'],
        ['2025', 'n/a', '€50m', '€33m', 'best'],
      ]),
    ).toEqual({
      labels: ['2023', '2024', '2025'],
      groups: [
        {
          unit: '€',
          series: [
            { name: 'Revenue', values: [40e6, 48e6, 50e6] },
            { name: 'Cost', values: [30e6, undefined, 33e6] },
          ],
        },
        { unit: '%', series: [{ name: 'Growth', values: [4, 12, undefined] }] },
      ],
    });
  });

  it('can be in rows, as in most financial tables', () => {
    expect(
      figuresOf([
        ['', '2023', '2024', '2025'],
        ['Revenue', '€40m', '€48m', '€50m'],
        ['Margin', '10 %', '12 %', '11 %'],
      ])?.groups.map(({ unit, series }) => [unit, series.map(({ name }) => name)]),
    ).toEqual([
      ['€', ['Revenue']],
      ['%', ['Margin']],
    ]);
  });

  it.each([
    [
      'only words',
      [
        ['Name', 'Role'],
        ['Ada', 'Founder'],
        ['Grace', 'Board'],
      ],
    ],
    [
      'one figure',
      [
        ['Name', 'Age'],
        ['Ada', '36'],
      ],
    ],
    [
      'mixed units',
      [
        ['Item', 'Value', 'x'],
        ['Revenue', '€40m', 'a'],
        ['Margin', '10 %', 'b'],
        ['Staff', '12 people', 'c'],
      ],
    ],
    ['nothing', []],
  ])('are not found in a table of %s', (_, rows) => {
    expect(figuresOf(rows)).toBeNull();
  });
});
