/** Closing prices and dividends in USD, for indices that compare positions with each other. */
import type { Deps } from '~/server/deps';
import { type ClosesByTicker, maxRateDays } from '~/shared/exchange-rates';
import { pricesInUsd } from '~/shared/prices-in-usd';
import type { Dividend } from '~/shared/schemas/gain';
import { addDays } from '~/shared/trading-day';
import { foreignCurrencies, ratesFor } from './currencies';
import { dividendsFor } from './known-dividends';
import { closesFor, type DailyClose, foreignClosesFor } from './prices.service';

export interface UsdMarket {
  closes: Map<string, DailyClose[]>;
  dividends: Map<string, Dividend[]>;
  /** The original currencies of converted tickers. */
  currencies: ReadonlyMap<string, string>;
  rates: ClosesByTicker;
}

export async function usdMarketFor(
  deps: Deps,
  tickers: readonly string[],
  fromDay: string,
  toDay = '9999-12-31',
): Promise<UsdMarket> {
  const [closes, known, currencies] = await Promise.all([
    closesFor(deps, tickers, fromDay, toDay),
    dividendsFor(deps, tickers),
    foreignCurrencies(deps.db, tickers),
  ]);
  const dividends = new Map<string, Dividend[]>(known);
  if (currencies.size === 0) return { closes, dividends, currencies, rates: new Map() };
  const [rates, foreign] = await Promise.all([
    ratesFor(deps.db, currencies.values(), addDays(fromDay, -maxRateDays), toDay),
    foreignClosesFor(deps, [...currencies.keys()], fromDay, toDay),
  ]);
  for (const [ticker, currency] of currencies) {
    const local = { currency, closes: foreign.get(ticker) ?? [], dividends: dividends.get(ticker) ?? [] };
    const usd = pricesInUsd(local, rates);
    closes.set(ticker, usd.closes);
    dividends.set(ticker, usd.dividends);
  }
  return { closes, dividends, currencies, rates };
}
