import type { Deps } from '~/server/deps';
import { benchmarkTicker } from '~/server/features/prices/price-rules';
import { closesFor, type DailyClose } from '~/server/features/prices/prices.service';
import { AppError } from '~/server/lib/errors';
import { type MissingCloses, runBacktest } from '~/shared/backtest';
import { missingClosesMessage } from '~/shared/missing-closes';
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

const closesMissing = (missing: MissingCloses[]) => new AppError('conflict', missingClosesMessage(missing));
