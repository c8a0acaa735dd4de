export const performanceWords = {
  title: 'Performance',
  chartLabel: (benchmark: string) => `The book against ${benchmark}, day by day`,
  book: 'Book',
  day: 'Day',
  chart: 'Chart',
  table: 'Table',
  showAs: 'Show as',
  tableCaption: 'Values at the end of each month',
  couldNotLoad: 'Could not load the performance',
  loading: 'Loading the performance...',
  notYet: 'A chart appears here once daily closes of the positions are known',
  leftOut: (tickers: string) => `Not in it, because no daily closes are known: ${tickers}.`,
} as const;
