import type { Deps } from '~/server/deps';
import { benchmarkTicker } from '~/server/features/prices/price-rules';
import { closesFor, splitsFor } from '~/server/features/prices/prices.service';
import { computePerformance, type Holding } from '~/shared/performance';
import type { Performance } from '~/shared/schemas/positions';
import { addDays, tradingDay } from '~/shared/trading-day';
import { readBook } from './positions.queries';

/** Far enough back for a trading day before the first purchase, whatever holidays there are. */
const leadDays = 10;

/** The book as it stands – without what was deleted – as an index beside the benchmark. */
export async function readPerformance(deps: Deps): Promise<Performance> {
  const holdings = (await readBook(deps.db)).map(
    ({ ticker, avgEntryPrice, purchaseDate, closeDate, closePrice }): Holding => ({
      ticker,
      entryPrice: avgEntryPrice,
      purchaseDay: tradingDay(purchaseDate),
      ...(closeDate && closePrice && { exit: { day: tradingDay(closeDate), price: closePrice } }),
    }),
  );
  const tickers = [...new Set(holdings.map(({ ticker }) => ticker))];
  const first = holdings.reduce((day, { purchaseDay }) => (purchaseDay < day ? purchaseDay : day), '9999-12-31');
  const [closes, splits] = await Promise.all([
    holdings.length > 0 ? closesFor(deps, [...tickers, benchmarkTicker], addDays(first, -leadDays)) : new Map(),
    splitsFor(deps, tickers),
  ]);
  return computePerformance({ holdings, closes, splits, benchmark: benchmarkTicker });
}
