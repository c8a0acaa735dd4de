/** Examples of the portfolio. Figures are calculated, so that they are consistent. */

import { runBacktest } from '~/shared/backtest';
import { periodsOf } from '~/shared/figures/period-figures';
import { statedParts } from '~/shared/figures/stated-figures';
import { computeGain } from '~/shared/gain';
import { computePerformance } from '~/shared/performance';
import { ids } from './example-values';

const tesla = { id: ids.position, name: 'Tesla', ticker: 'TSLA' };

export const exported =
  '\ufeffname,ticker,avgEntryPrice,purchaseDate,status,closeDate,closePrice,thesis,currency\r\nTesla,TSLA,180.25,2023-05-15,open,,,,USD\r\n';
export const importText = 'Name,Ticker,Entry Price,Purchase Date\nTesla,TSLA,180.25,2023-05-15\n';

const facts = {
  entryPrice: '891.00',
  purchaseDay: '2022-08-24',
  splits: [{ day: '2022-08-25', numerator: 3, denominator: 1 }],
  price: '250.10',
  priceDay: '2026-05-04',
};

export const receipt = { ...tesla, status: 'open', facts, gain: computeGain(facts) };

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

export const newPublished = { title: 'One stock, equal weight', hasPrices: true, rules: backtestInput };
