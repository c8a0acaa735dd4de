import { z } from 'zod';
import { limits } from '~/shared/limits';
import { rebalancings } from '~/shared/rebalancings';
import { addDays, daysBetween, isDay, weekdaysBetween } from '~/shared/trading-day';
import { decimalText, percentText } from './gain';
import { day } from './output';
import { positionFields } from './positions';

const dayInput = (words: string) => z.string(words).refine(isDay, words);

/**
 * Whether there is a day to decide on and a day to trade on. Longer periods always have both, and other errors name
 * invalid days.
 */
function hasTwoWeekdays({ fromDay, toDay }: { fromDay: string; toDay: string }): boolean {
  const length = daysBetween(fromDay, toDay);
  const isShort = length === 1 || length === 2;
  return !isShort || weekdaysBetween(addDays(fromDay, -1), addDays(toDay, 1)).length >= 2;
}

export const backtestInput = z
  .object({
    tickers: z
      .array(positionFields.ticker, 'Name at least one ticker')
      .min(1, 'Name at least one ticker')
      .max(limits.backtestTickers, `At most ${limits.backtestTickers} tickers`)
      .refine((tickers) => new Set(tickers).size === tickers.length, 'Each ticker can be named once'),
    fromDay: dayInput('The first day must be a date'),
    toDay: dayInput('The last day must be a date'),
    rebalancing: z.enum(rebalancings, 'Rebalancing must be never, monthly, quarterly or yearly').default('monthly'),
    /** Trading costs in hundredths of a percent of each trade. */
    costBasisPoints: z
      .number('Costs must be a whole number of basis points from 0 to 500')
      .int('Costs must be a whole number of basis points from 0 to 500')
      .min(0, 'Costs must be a whole number of basis points from 0 to 500')
      .max(500, 'Costs must be a whole number of basis points from 0 to 500')
      .default(10),
  })
  .refine(({ fromDay, toDay }) => fromDay < toDay, { path: ['toDay'], error: 'The last day must be after the first' })
  .refine(hasTwoWeekdays, { path: ['toDay'], error: 'The period must include at least two weekdays' })
  .refine(({ fromDay, toDay }) => Number(toDay.slice(0, 4)) - Number(fromDay.slice(0, 4)) <= limits.backtestYears, {
    path: ['fromDay'],
    error: `A back-test can be over at most ${limits.backtestYears} years`,
  });
export type BacktestInput = z.infer<typeof backtestInput>;

const backtestPoint = z.strictObject({ day, value: decimalText, benchmark: decimalText.optional() });
export type BacktestPoint = z.infer<typeof backtestPoint>;

const backtestTrade = z.strictObject({
  signalDay: day.describe('The day whose closing price decided the order'),
  day: day.describe('The next trading day, at whose closing price the order was filled'),
  ticker: z.string(),
  side: z.enum(['buy', 'sell']),
  shares: z.string().describe('Up to eight decimals'),
  price: decimalText,
  amount: decimalText,
  cost: decimalText,
});
export type BacktestTrade = z.infer<typeof backtestTrade>;

/** A hypothetical result. Amounts are in USD with two decimals, percentages decimal strings with two. */
export const backtestResult = z
  .strictObject({
    isHypothetical: z.literal(true),
    input: z.strictObject({
      tickers: z.array(z.string()),
      fromDay: day,
      toDay: day,
      rebalancing: z.enum(rebalancings),
      costBasisPoints: z.int(),
    }),
    benchmark: z.string(),
    rules: z.array(z.string()).describe('How the simulation works, one sentence per rule'),
    startValue: decimalText,
    endValue: decimalText,
    returnPercent: percentText,
    benchmarkReturnPercent: percentText.optional().describe('Absent if closing prices of the benchmark are missing'),
    volatilityPercent: percentText
      .optional()
      .describe('Standard deviation of the daily returns, annualized by √252. Absent with fewer than 15 returns'),
    drawdownPercent: percentText.describe("Largest fall from a peak, negative; '0.00' if there was none"),
    drawdownFrom: day.optional(),
    drawdownTo: day.optional(),
    costs: decimalText,
    curve: z.array(backtestPoint),
    trades: z.array(backtestTrade),
  })
  .meta({ id: 'BacktestResult' });
export type BacktestResult = z.infer<typeof backtestResult>;

/** A stock that can be tested, with its stored closing prices. */
const universeEntry = z
  .strictObject({ ticker: z.string(), firstDay: day, lastDay: day, closes: z.int() })
  .meta({ id: 'UniverseEntry' });
export type UniverseEntry = z.infer<typeof universeEntry>;
export const universe = z.array(universeEntry);
