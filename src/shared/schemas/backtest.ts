import { z } from 'zod';
import { limits } from '~/shared/limits';
import { isDay } from '~/shared/trading-day';
import { positionFields } from './positions';

export const rebalancings = ['never', 'monthly', 'quarterly', 'yearly'] as const;
export type Rebalancing = (typeof rebalancings)[number];

const day = (words: string) => z.string(words).refine(isDay, words);

export const backtestInput = z
  .object({
    tickers: z
      .array(positionFields.ticker, 'Name at least one ticker')
      .min(1, 'Name at least one ticker')
      .max(limits.backtestTickers, `At most ${limits.backtestTickers} tickers`)
      .refine((tickers) => new Set(tickers).size === tickers.length, 'Each ticker can be named once'),
    fromDay: day('The first day must be a date'),
    toDay: day('The last day must be a date'),
    rebalancing: z.enum(rebalancings, 'Rebalancing must be never, monthly, quarterly or yearly').default('monthly'),
    /** Of what is traded, in hundredths of a percent. */
    costBasisPoints: z
      .number('Costs must be a whole number of basis points from 0 to 500')
      .int('Costs must be a whole number of basis points from 0 to 500')
      .min(0, 'Costs must be a whole number of basis points from 0 to 500')
      .max(500, 'Costs must be a whole number of basis points from 0 to 500')
      .default(10),
  })
  .refine(({ fromDay, toDay }) => fromDay < toDay, { path: ['toDay'], error: 'The last day must be after the first' })
  .refine(({ fromDay, toDay }) => Number(toDay.slice(0, 4)) - Number(fromDay.slice(0, 4)) <= limits.backtestYears, {
    path: ['fromDay'],
    error: `A back-test can be over at most ${limits.backtestYears} years`,
  });
export type BacktestInput = z.infer<typeof backtestInput>;

/** A hypothetical result. Amounts are USD with two decimals, percentages decimal strings with two. */
export interface BacktestResult {
  isHypothetical: true;
  input: BacktestInput;
  benchmark: string;
  /** What was simulated and how, a sentence each. */
  rules: string[];
  startValue: string;
  endValue: string;
  returnPercent: string;
  /** Of the benchmark over the same days; absent when its closes are not known. */
  benchmarkReturnPercent?: string;
  /** Standard deviation of the daily returns, times the root of 252. Absent with fewer than two returns. */
  volatilityPercent?: string;
  /** The largest fall from a peak, as a negative percentage; '0.00' when it never fell. */
  drawdownPercent: string;
  drawdownFrom?: string;
  drawdownTo?: string;
  costs: string;
  curve: BacktestPoint[];
  trades: BacktestTrade[];
}

export interface BacktestPoint {
  day: string;
  value: string;
  benchmark?: string;
}

export interface BacktestTrade {
  /** The day on whose close the order was decided. */
  signalDay: string;
  /** The next trading day, at whose close it was filled. */
  day: string;
  ticker: string;
  side: 'buy' | 'sell';
  /** Up to eight decimals. */
  shares: string;
  price: string;
  amount: string;
  cost: string;
}

/** A share that can be tested, by what is stored of it. */
export interface UniverseEntry {
  ticker: string;
  firstDay: string;
  lastDay: string;
  closes: number;
}
