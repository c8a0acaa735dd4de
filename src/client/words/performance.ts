export const performanceWords = {
  title: 'Performance',
  chartLabel: (benchmark: string) => `Portfolio vs. ${benchmark}, daily`,
  book: 'Portfolio',
  day: 'Day',
  chart: 'Chart',
  table: 'Table',
  showAs: 'Show as',
  tableCaption: 'Values at the end of each month',
  couldNotLoad: "Couldn't load the performance",
  loading: 'Loading the performance...',
  returns: (totals: string) =>
    `With dividends, before withholding tax and reinvested at the closing price on the ex-date: ${totals}.`,
  notYet: 'A chart will appear once price history is available',
  leftOut: (tickers: string) => `Not included (no closing prices or exchange rates): ${tickers}.`,
} as const;
