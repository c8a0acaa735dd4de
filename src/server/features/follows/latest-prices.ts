/** Latest prices, and their changes since an earlier time. */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { foreignCurrencies } from '~/server/features/prices/currencies';
import { lastClosesFor, quotesFor, splitsFor } from '~/server/features/prices/prices.service';
import { gainBetween, splitFactorOf, splitsBetween } from '~/shared/gain';
import { parsePrice } from '~/shared/money';
import { latestPriceOf } from '~/shared/position-value';
import type { Split } from '~/shared/schemas/gain';
import { momentDay } from '~/shared/trading-day';

export interface LatestPrice {
  price: string;
  /** The day up to which the price includes splits; null if it includes all. */
  splitsDay: string | null;
  splits: Split[];
}

export async function readLatest(deps: Deps, tickers: readonly string[]): Promise<Map<string, LatestPrice>> {
  const [currencies, quotes, closes, splits] = await Promise.all([
    foreignCurrencies(deps.db, tickers),
    quotesFor(deps, tickers),
    lastClosesFor(deps, tickers),
    splitsFor(deps, tickers),
  ]);
  const latest = new Map<string, LatestPrice>();
  for (const ticker of new Set(tickers)) {
    const quote = quotes.get(ticker);
    // A quote in a different unit can't be compared with the closing prices.
    const found = latestPriceOf(
      quote?.currency === (currencies.get(ticker) ?? 'USD') ? quote : undefined,
      closes.get(ticker),
    );
    if (!found) continue;
    const { price, splitsDay } = found;
    latest.set(ticker, { price, splitsDay, splits: splits.get(ticker) ?? [] });
  }
  return latest;
}

/** By ticker, the price and the day up to which it includes splits. */
export const rememberedPrices = z.record(z.string(), z.tuple([z.string(), z.string()]));
export type RememberedPrices = z.infer<typeof rememberedPrices>;

export const toRememberedPrices = (latest: ReadonlyMap<string, LatestPrice>, now: Date): RememberedPrices =>
  Object.fromEntries(
    [...latest].map(([ticker, { price, splitsDay }]) => [ticker, [price, splitsDay ?? momentDay(now.toISOString())]]),
  );

/** Change in percent, adjusted for splits between the two prices; undefined without a start price. */
export function moveSince(
  kept: RememberedPrices[string] | undefined,
  latest: LatestPrice | undefined,
): string | undefined {
  if (!kept || !latest) return undefined;
  const [before, now] = [parsePrice(kept[0]), parsePrice(latest.price)];
  if (before === null || now === null) return undefined;
  const { splits, splitsDay: priceDay } = latest;
  return gainBetween(before, now, splitFactorOf(splitsBetween({ splits, purchaseDay: kept[1], priceDay })));
}

export async function readOpenPrices(deps: Deps): Promise<Map<string, LatestPrice>> {
  const rows = await deps.db.sql<{ ticker: string }>`
    SELECT DISTINCT ticker FROM investment_positions WHERE status = 'open'`;
  return readLatest(
    deps,
    rows.map(({ ticker }) => ticker),
  );
}
