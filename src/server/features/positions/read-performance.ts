import type { Deps } from '~/server/deps';
import { benchmarksOf, benchmarkTicker } from '~/server/features/prices/price-rules';
import { splitsFor } from '~/server/features/prices/prices.service';
import { usdMarketFor } from '~/server/features/prices/usd-market';
import { createFingerprintCache } from '~/server/lib/fingerprint-cache';
import type { HeldReturns } from '~/shared/figures/buy-and-hold';
import { statedParts } from '~/shared/figures/stated-figures';
import { type Close, computePerformance, type Holding } from '~/shared/performance';
import { holdingInUsd } from '~/shared/prices-in-usd';
import type { Contribution } from '~/shared/schemas/figures';
import type { Dividend } from '~/shared/schemas/gain';
import type { Performance } from '~/shared/schemas/positions';
import { addDays, closeDayOf, tradingDay } from '~/shared/trading-day';
import { type BookRow, readBook } from './positions.queries';

/** Early enough to include a trading day before the first purchase, whatever the holidays are. */
const leadDays = 10;
/**
 * Years of closing prices of many stocks are hundreds of thousands of rows, so they are read in parts with pauses for
 * other requests.
 */
const tickersAtOnce = 50;

/** Cached, so that years of closing prices are not read for each reader. */
const cached = createFingerprintCache<PerformanceReading>();

export interface PerformanceReading {
  performance: Performance;
  contributions: Contribution[];
  /** By period: the return of equal amounts invested in each position and held. */
  held: HeldReturns;
  /** Closing prices of each benchmark, oldest first. */
  benchmarks: Map<string, readonly Close[]>;
}

/** The current portfolio, without deleted positions, as an index next to the benchmark. */
export const readPerformance = async (deps: Deps): Promise<Performance> =>
  (await readPerformanceAndParts(deps)).performance;

/** The index with the inputs of its figures. */
export async function readPerformanceAndParts(deps: Deps): Promise<PerformanceReading> {
  return cached(deps.db, await readFingerprint(deps), () => calculatePerformance(deps));
}

/**
 * A cache key that changes with positions, closing prices, splits or dividends. Closing prices only change when a
 * reading of their history is stored, which is counted: a corrected price changes neither their number nor their days.
 */
async function readFingerprint({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<string> {
  const [row] = await db.sql<{ text: string }>`
    SELECT concat_ws('.',
      (SELECT max(seq) FROM ledger_events),
      (SELECT concat_ws('.', count(*), max(created_at)) FROM investment_positions),
      (SELECT concat_ws('.', count(*), max(recorded_at)) FROM stock_splits),
      (SELECT concat_ws('.', count(*), max(recorded_at)) FROM stock_dividends),
      (SELECT concat_ws('.', count(*), max(day)) FROM stock_daily_closes
       WHERE ticker = ANY(${benchmarksOf(env.BENCHMARKS)}::text[])),
      (SELECT concat_ws('.', count(*), max(day)) FROM foreign_closes),
      (SELECT concat_ws('.', count(*), sum(readings), sum(history_through - date '2000-01-01'),
                        sum(history_from - date '2000-01-01')) FROM price_feeds)) AS text`;
  return row?.text ?? '';
}

async function calculatePerformance(deps: Deps): Promise<PerformanceReading> {
  const rows = await readBook(deps.db);
  const entered = rows.map(holdingOf);
  const benchmarks = benchmarksOf(deps.env.BENCHMARKS);
  const tickers = [...new Set(entered.map(({ ticker }) => ticker))];
  const first = entered.reduce((day, { purchaseDay }) => (purchaseDay < day ? purchaseDay : day), '9999-12-31');
  const closes = new Map<string, readonly Close[]>();
  const dividends = new Map<string, Dividend[]>();
  const inUsd = new Map<Holding, Holding>();
  const allTickers = entered.length > 0 ? [...new Set([...tickers, ...benchmarks])] : [];
  for (let start = 0; start < allTickers.length; start += tickersAtOnce) {
    const part = await usdMarketFor(deps, allTickers.slice(start, start + tickersAtOnce), addDays(first, -leadDays));
    for (const [ticker, list] of part.closes) closes.set(ticker, list);
    for (const [ticker, list] of part.dividends) dividends.set(ticker, list);
    for (const holding of entered) {
      const currency = part.currencies.get(holding.ticker);
      if (currency !== undefined) inUsd.set(holding, holdingInUsd(holding, currency, part.rates));
    }
  }
  const holdings = entered.map((holding) => inUsd.get(holding) ?? holding);
  const splits = await splitsFor(deps, tickers);
  const input = { holdings, closes, splits, dividends, benchmark: benchmarkTicker };
  const performance = computePerformance(input);
  return {
    performance,
    ...statedParts(
      input,
      rows.map(({ id, ticker, name }) => ({ id, ticker, name })),
      performance.points,
    ),
    benchmarks: new Map(benchmarks.map((ticker) => [ticker, closes.get(ticker) ?? []])),
  };
}

export const holdingOf = ({ ticker, avgEntryPrice, purchaseDate, closeDate, closePrice }: BookRow): Holding => ({
  ticker,
  entryPrice: avgEntryPrice,
  purchaseDay: tradingDay(purchaseDate),
  ...(closeDate && closePrice && { exit: { day: closeDayOf(closeDate, purchaseDate), price: closePrice } }),
});
