import type { Period, UnknownReason } from '~/shared/schemas/figures';

const reasons: Record<UnknownReason, string> = {
  noPrices: 'No price history yet',
  startsLater: 'The record starts later',
  upToOneYear: 'Not annualized for 1 year or less',
  tooFewDays: 'Needs 15 daily changes',
  noBenchmark: 'No prices for the whole period',
  noVariation: 'No daily changes',
  nothingHeld: 'No positions in this period',
  totalLoss: 'Undefined after a total loss',
};

const periodNames: Record<Period, string> = { '1M': '1M', YTD: 'YTD', '1Y': '1Y', '3Y': '3Y', all: 'All' };

export const figuresWords = {
  title: 'Risk and return by period',
  verifiedNote: 'From the verified record, recalculated in your browser. Excludes dividends and fees.',
  portfolioNote: 'From entered prices and closing prices. Excludes dividends and fees.',
  couldNotLoad: "Couldn't load the figures",
  period: 'Period',
  periodNames,
  periodHints: {
    '1M': '1 month',
    YTD: 'Year to date',
    '1Y': '1 year',
    '3Y': '3 years',
    all: 'Since the first day',
  } satisfies Record<Period, string>,
  benchmark: 'Benchmark',
  unknown: '-',
  reasons,
  returnName: 'Return',
  benchmarkReturn: (benchmark: string) => `${benchmark}, same period`,
  volatility: 'Volatility',
  sharpe: 'Sharpe ratio',
  beta: 'Beta',
  drawdown: 'Max drawdown',
  between: (from: string, to: string) => `${from} to ${to}`,
  held: (percent: string) => `${percent} buy-and-hold`,
  perYear: (percent: string) => `${percent} per year`,
  ofDailyChanges: 'of daily changes, per year',
  noRiskFree: 'no risk-free rate',
  against: (benchmark: string) => `vs. ${benchmark}`,

  contributions: 'Contribution per position',
  contribution: 'Contribution',
  position: 'Position',
  ticker: 'Ticker',
  noContributions: 'No positions in this period',
  loading: 'Loading the figures...',

  definitions: 'How these figures are calculated',
  definitionList: [
    {
      term: 'Period',
      value:
        '1M, 1Y and 3Y go back from the last day with prices, YTD to the end of last year. A period starts at the last closing price on or before that day.',
    },
    {
      term: 'Return',
      value: 'The change in the index over the period. Only periods longer than 1 year are annualized.',
    },
    {
      term: 'Buy-and-hold',
      value:
        'The return of the same amount invested in each position when it opened, or when the period started, and held to the end. The index rebalances to equal weights daily.',
    },
    {
      term: 'Volatility',
      value: 'How much the index moves: the standard deviation of its daily changes, × √252 for a year.',
    },
    {
      term: 'Sharpe ratio',
      value:
        'Return for risk: the mean daily change ÷ its standard deviation, × √252. The risk-free rate is taken as 0%.',
    },
    {
      term: 'Beta',
      value:
        'How strongly the index follows the benchmark: 1 moves with it, 0 independently of it. Covariance ÷ variance of daily changes.',
    },
    { term: 'Max drawdown', value: 'The largest fall from a peak within the period, with the days of peak and low.' },
    {
      term: 'Contribution',
      value:
        'Percentage points of the return that come from a position. Each day, every position has the same weight. All contributions add up to the return.',
    },
    { term: '-', value: 'Not available, for the reason shown. Values are never estimated.' },
  ],
  disclosures: 'Disclosures',
} as const;
