/** Examples of the portfolio. Figures are calculated, so that they are correct. */
import { runBacktest } from '~/shared/backtest';
import { periodsOf } from '~/shared/figures/period-figures';
import { statedParts } from '~/shared/figures/stated-figures';
import { computeGain } from '~/shared/gain';
import { firstPreviousHash } from '~/shared/ledger-chain';
import { computePerformance } from '~/shared/performance';
import type { LedgerBody } from '~/shared/schemas/track-record';
import { sha256 } from '~/shared/sha256';
import { gatherPrices } from '~/shared/track-record';
import { summarizeTrackRecord } from '~/shared/track-record-summary';
import { ids, position } from './examples';

const time = '2026-05-04T09:30:00.000Z';
const tesla = { id: ids.position, name: 'Tesla', ticker: 'TSLA' };

const summary = {
  openCount: 1,
  closedCount: 0,
  countedCount: 1,
  averageGain: '38.75',
  best: { ...tesla, gainsPercent: '38.75' },
  worst: { ...tesla, gainsPercent: '38.75' },
  asOf: time,
  latestAsOf: time,
};

export const positions = { open: [position], closed: [], summary, revision: '12.1777888200000' };
export const closedPosition = { ...position, status: 'closed', closeDate: time, closePrice: '250.10' };
export const newPosition = {
  name: 'Tesla',
  ticker: 'TSLA',
  avgEntryPrice: '180.25',
  purchaseDate: '2023-05-15T00:00:00.000Z',
};
export const exported =
  '\ufeffname,ticker,avgEntryPrice,purchaseDate,status,closeDate,closePrice,thesis,currency\r\nTesla,TSLA,180.25,2023-05-15,open,,,,USD\r\n';
export const importText = 'Name,Ticker,Entry Price,Purchase Date\nTesla,TSLA,180.25,2023-05-15\n';
export const universe = [{ ticker: 'TSLA', firstDay: '2021-01-04', lastDay: '2026-05-01', closes: 1339 }];

const facts = {
  entryPrice: '891.00',
  purchaseDay: '2022-08-24',
  splits: [{ day: '2022-08-25', numerator: 3, denominator: 1 }],
  price: '250.10',
  priceDay: '2026-05-04',
};

export const receipt = {
  ...tesla,
  status: 'open',
  facts,
  gain: computeGain(facts),
  price: {
    kind: 'latest price',
    price: '250.10',
    source: 'Yahoo Finance',
    asOf: time,
    readAt: time,
    isStale: false,
  },
};

const closesOf = (...prices: string[]) => prices.map((close, index) => ({ day: `2026-01-0${index + 5}`, close }));
const closesByTicker = new Map([
  ['TSLA', closesOf('431.41', '432.96', '431.41', '435.80', '445.01')],
  ['SPY', closesOf('687.72', '691.81', '689.58', '689.51', '694.07')],
]);

const held = {
  holdings: [{ ticker: 'TSLA', entryPrice: '430.00', purchaseDay: '2026-01-06' }],
  closes: closesByTicker,
  splits: new Map(),
  benchmark: 'SPY',
};
export const performance = computePerformance(held);

const parts = statedParts(held, [tesla], performance.points);
export const figures = {
  benchmark: 'SPY',
  benchmarks: ['SPY', 'QQQ', 'VT'],
  periods: periodsOf(performance.points, closesByTicker.get('SPY') ?? [], parts.held),
  contributions: parts.contributions,
};

const source = {
  kind: 'page',
  title: 'Energy storage deployments',
  url: 'https://example.com/storage',
  passage: 'Storage deployments more than doubled to 31.4 GWh in 2024.',
  claim: 'Storage deployments reached 31.4 GWh in 2024.',
  verdict: 'figures',
  checkedAt: time,
};
export const evidenceSource = {
  messageId: ids.answer,
  citation: sha256(source.url).slice(0, 32),
  conversation: { id: ids.conversation, title: 'Energy storage' },
  answeredAt: time,
  ...source,
};
const evidence = {
  id: ids.entry,
  statement: 'Deployments more than doubled in a year.',
  ...source,
  readAt: time,
  textHash: sha256(source.passage),
};
const evidenceText = JSON.stringify([evidence]);

const thesisFields = {
  claim: 'Energy storage grows faster than the market expects.',
  wrongIf: 'Storage revenue shrinks in two quarters in a row.',
  target: '500.00',
  stop: '350.00',
  weight: '5.00',
};
export const thesisInput = { version: 0, ...thesisFields };
const thesisText = JSON.stringify(thesisFields);
export const thesis = {
  version: 1,
  writtenAt: time,
  text: thesisText,
  hash: sha256(thesisText),
  seq: 2,
  evidence: [evidence],
  evidenceText,
  evidenceHash: sha256(evidenceText),
  ...thesisFields,
};
export const positionPage = {
  position,
  course: performance,
  splits: [],
  dividends: [{ day: '2026-01-07', amount: '0.25' }],
  theses: [thesis],
  entries: [],
};

export const backtestInput = {
  tickers: ['TSLA'],
  fromDay: '2026-01-05',
  toDay: '2026-01-09',
  rebalancing: 'monthly' as const,
  costBasisPoints: 10,
};

/** Stored prices that the example needs. */
export const backtestCloses = closesByTicker;

const outcome = runBacktest(backtestInput, closesByTicker, 'SPY');
export const backtestResult = 'result' in outcome ? outcome.result : undefined;

export const note = {
  id: ids.note,
  author: 'Ada Lovelace',
  mayEdit: true,
  createdAt: time,
  version: 1,
  text: 'Margins fell for the **second** quarter.',
  hash: sha256('Margins fell for the **second** quarter.'),
  writtenAt: time,
  earlier: [],
};

const published = {
  title: 'One stock, equal weight',
  sources: ['Yahoo Finance'],
  pricesHash: sha256('ticker,day,close\n'),
};
export const publishedRun = { ...published, publishedAt: time, ...backtestResult };
export const newPublished = { title: published.title, hasPrices: true, rules: backtestInput };
export const publishedBacktest = {
  ...published,
  id: ids.backtest,
  input: backtestInput,
  benchmark: 'SPY',
  returnPercent: backtestResult?.returnPercent,
  benchmarkReturnPercent: backtestResult?.benchmarkReturnPercent,
  drawdownPercent: backtestResult?.drawdownPercent,
  publishedAt: time,
  isChosen: false,
  hasPrices: true,
  hash: sha256(JSON.stringify(publishedRun)),
};

export const importResult = {
  rows: [
    {
      row: 2,
      state: 'ready',
      name: 'Tesla',
      ticker: 'TSLA',
      avgEntryPrice: '180.25',
      purchaseDate: '2023-05-15',
      status: 'open',
    },
  ],
  readyCount: 1,
  duplicateCount: 0,
  errorCount: 0,
  skippedCount: 0,
  ignoredColumns: [],
  imported: 0,
};

const purchase = { entryPrice: '180.25', purchaseDate: '2023-05-15T00:00:00.000Z' };
const body: LedgerBody = {
  version: 1,
  seq: 1,
  at: time,
  kind: 'opened',
  actor: 'person-3f9d2c1b7e4a',
  position: { ...tesla, ...purchase },
  priceSource: 'entered by an administrator',
  market: { price: '250.10', asOf: time, source: 'Yahoo Finance' },
  previousHash: firstPreviousHash,
};
const text = JSON.stringify(body);

export const ledgerFile = 'seq,at,kind,body,previousHash,hash\r\n';
export const ledgerEntry = {
  seq: 1,
  at: time,
  kind: 'opened',
  body: text,
  previousHash: firstPreviousHash,
  hash: sha256(text),
};

export const closes = {
  benchmark: 'SPY',
  days: ['2026-01-05', '2026-01-06'],
  closes: { TSLA: ['431.41', '432.96'], SPY: ['687.72', '691.81'] },
  splits: { TSLA: [{ day: '2022-08-25', numerator: 3, denominator: 1 }] },
  dividends: { SPY: [{ day: '2026-01-06', amount: '1.85' }] },
  quotes: { TSLA: { price: '250.10', asOf: time, source: 'Yahoo Finance' } },
  nextCursor: null,
};

export const priceReview = {
  splits: [
    {
      ticker: 'TSLA',
      day: '2022-08-25',
      numerator: 3,
      denominator: 1,
      state: 'confirmed',
      evidence: 'closes',
      source: 'Yahoo Finance',
    },
  ],
  dividends: [{ ticker: 'SPY', day: '2026-01-06', amount: '1.85', state: 'reported', source: 'Yahoo Finance' }],
  heldPrices: [
    {
      ticker: 'TSLA',
      price: '25.01',
      at: time,
      knownPrice: '250.10',
      words: 'Price jumped from $250.10 to $25.01 like a 10:1 split, but no split is reported.',
    },
  ],
  secondSource: 'EODHD',
  differences: [
    {
      ticker: 'TSLA',
      day: '2026-01-09',
      close: '445.01',
      source: 'Tiingo',
      otherClose: '451.20',
      otherSource: 'EODHD',
      since: time,
    },
  ],
};
export const splitDecision = {
  ticker: 'TSLA',
  day: '2022-08-25',
  decision: 'confirmed',
  reason: 'Announced by the company',
};
export const priceDecision = { ticker: 'TSLA', price: '25.01', decision: 'overruled', reason: 'A typing error' };

export const bookEntry = { ...tesla, ...purchase, closePrice: null, closeDate: null };

export const timestamp = {
  id: '7',
  seq: ledgerEntry.seq,
  hash: ledgerEntry.hash,
  authority: 'freetsa.org/tsr',
  requestedAt: '2026-11-20T15:00:02.000Z',
  time: '2026-11-20T15:00:01.000Z',
  failures: 1,
  failure: 'No response within 20 s.',
};

const recordedAt = '2026-01-05T15:00:00.000Z';
const earlierText = JSON.stringify({ ...body, at: recordedAt });
export const trackRecord = summarizeTrackRecord(
  [{ ...ledgerEntry, at: new Date(recordedAt), kind: 'opened', body: earlierText, hash: sha256(earlierText) }],
  gatherPrices([{ ...closes, quotes: {} }]),
);
