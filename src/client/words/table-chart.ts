export const tableChartWords = {
  show: 'Show as chart',
  hide: 'Hide chart',
  kind: 'Kind of chart',
  bars: 'Bars',
  lines: 'Lines',
  unit: 'Figures',
  withoutUnit: 'Numbers',
  chartOf: (names: string) =>
    `Chart of ${names}. The arrow keys go through its values. The table has the same figures.`,
  none: 'no figure',
  first: (shown: number, all: number) => `The first ${shown} of ${all} rows`,
} as const;
