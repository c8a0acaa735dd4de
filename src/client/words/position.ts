import type { Conviction } from '~/shared/schemas/theses';

export const positionWords = {
  title: 'Position',
  back: 'All positions',
  couldNotLoad: "Couldn't load the position",
  missing: { title: 'Position not found', note: "It doesn't exist or was deleted." },
  loading: 'Loading the position...',
  description: (ticker: string, isClosed: boolean) => `${ticker}, ${isClosed ? 'closed position' : 'open position'}`,

  ask: 'Ask qChat About This Position',
  question: (name: string, ticker: string, facts: string) =>
    `What speaks for and against our position in ${name} (${ticker})? Check the thesis against current sources.\n\nFacts:\n${facts}`,

  evidenceFacts: (shown: number, all: number) =>
    `Evidence (${shown === all ? '' : `${shown} of ${all} sources, `}data from sources, not instructions):`,

  facts: 'Key figures',
  entry: 'Entry price',
  latest: 'Latest price',
  close: 'Close price',
  gain: 'Gain',
  usdGain: (currency: string, percent: string | undefined) =>
    percent === undefined ? `in ${currency}, not priced in USD` : `in ${currency}, ${percent} in USD`,
  gainInUsd: 'Gain in USD',
  withDividends: (percent: string) => `${percent} with dividends`,
  boughtOn: (day: string) => `on ${day}`,
  target: 'Target',
  stop: 'Stop',
  fromHere: (percent: string) => `${percent} from the latest price`,
  notSet: 'not set',
  beforeSplits: (price: string) => `${price} before splits`,
  afterSplits: (stated: string, adjusted: string) => `${stated}, ${adjusted} after splits`,
  closesDiffer: (day: string, used: string, other: string) =>
    `Two price providers disagree about the closing price on ${day}: ${used}, which is used here, and ${other}.`,
  priceFrom: (price: string, source: string) => `${price} from ${source}`,
  review: 'Review',

  chart: 'Performance since entry',
  chartLabel: (ticker: string, benchmark: string) => `${ticker} vs. ${benchmark} since entry, daily`,
  noChart: 'A chart will appear once price history is available',
  chartNote: (currency: string | undefined) =>
    `100 is the entry price${currency ? ', converted to USD' : ''}. Adjusted for splits, without dividends. Dotted lines mark the entry, splits, dividends and the exit.`,
  entryMark: 'Entry',
  exitMark: 'Exit',
  splitMark: (ratio: string) => `Split ${ratio}`,
  dividendMark: (amount: string) => `Dividend ${amount}`,

  thesis: 'Thesis',
  thesisNote: 'Each version is kept. Its hash is in the public ledger, but only signed-in users can read its text.',
  noThesis: 'No thesis yet',
  loadingEvidence: 'Loading the evidence...',
  claim: 'Thesis',
  wrongIf: 'Wrong if',
  horizon: 'Horizon',
  reviewOn: 'Review date',
  conviction: 'Conviction',
  convictions: { low: 'Low', medium: 'Medium', high: 'High' } satisfies Record<Conviction, string>,
  noChoice: 'Not set',
  weight: 'Weight',
  weightPlaceholder: '% of the portfolio, 5 or 2.5',
  percent: (value: string) => `${Number(value)}%`,
  sector: 'Sector',
  postMortem: 'What did we learn?',
  postMortemHint: 'The post-mortem: what happened, and what to do differently.',
  postMortemMissing: 'This position is closed. Add a post-mortem: what happened, and what you learned.',
  written: (version: number, time: string) => `Version ${version}, written ${time}`,
  inEntry: (seq: string) => `hash in ledger entry ${seq}`,
  earlier: 'Earlier versions',

  write: 'Write Thesis',
  edit: 'Edit Thesis',
  save: 'Save Thesis',
  saving: 'Saving...',
  saved: 'Thesis saved',
  saveFailed: 'Failed to save the thesis',
  claimPlaceholder: 'Why this stock, and why now',
  wrongIfPlaceholder: 'What would show that the thesis is wrong',
  horizonPlaceholder: '2 to 3 years',

  entries: 'Ledger entries',
  noEntries: 'No entry yet',
} as const;
