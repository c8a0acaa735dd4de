import type { Deps } from '~/server/deps';
import { benchmarkTicker } from '~/server/features/prices/price-rules';
import { closesFor, type DailyClose } from '~/server/features/prices/prices.service';
import { AppError } from '~/server/lib/errors';
import { type MissingCloses, runBacktest } from '~/shared/backtest';
import type { BacktestInput, BacktestResult, UniverseEntry } from '~/shared/schemas/backtest';

export interface BacktestRun {
  result: BacktestResult;
  /** Of the given stocks and the benchmark. The run used only the days in its curve. */
  closes: ReadonlyMap<string, readonly DailyClose[]>;
}

/** Uses only stored closing prices; throws if one is missing. */
export async function backtest(deps: Deps, userId: string, input: BacktestInput): Promise<BacktestRun> {
  await deps.rateLimiter.consume('backtestByAccount', userId);
  const closes = await closesFor(deps, [...input.tickers, benchmarkTicker], input.fromDay, input.toDay);
  const outcome = runBacktest(input, closes, benchmarkTicker);
  if ('missing' in outcome) throw closesMissing(outcome.missing);
  return { result: outcome.result, closes };
}

/** The stocks with stored closing prices, with the first and last day of each. */
export const readUniverse = (deps: Deps): Promise<UniverseEntry[]> =>
  deps.db.sql<UniverseEntry>`
    SELECT ticker, min(day)::text AS "firstDay", max(day)::text AS "lastDay", count(*)::int AS closes
    FROM stock_daily_closes GROUP BY ticker ORDER BY ticker COLLATE "C"`;

const maxNamed = 10;

function closesMissing(missing: MissingCloses[]): AppError {
  const named = missing.slice(0, maxNamed).map(({ ticker, days, first, last }) => {
    return days === 1 ? `${ticker} on ${first}` : `${ticker} on ${days} days (first ${first}, last ${last})`;
  });
  const more = missing.length > maxNamed ? `; and ${missing.length - maxNamed} more tickers` : '';
  const words = `Closing prices are missing: ${named.join('; ')}${more}. Choose other days or tickers.`;
  return new AppError('conflict', words);
}
