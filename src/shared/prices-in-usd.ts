/** Converts closing prices, dividends and holdings of a ticker to USD, for indexes and records. */
import { reinvested } from './dividends';
import { type ClosesByTicker, inUsd, rateOn } from './exchange-rates';
import type { Close, Holding } from './performance';
import type { Dividend, ExchangeRate } from './schemas/gain';

export interface ForeignPrices {
  currency: string;
  closes: readonly Close[];
  dividends: readonly Dividend[];
}

/** Days without an exchange rate are omitted. A dividend is converted at the rate of its reinvestment. */
export function pricesInUsd(
  { currency, closes, dividends }: ForeignPrices,
  rates: ClosesByTicker,
): { closes: Close[]; dividends: Dividend[] } {
  const converted = closes.flatMap(({ day, close }) => {
    const rate = rateOn(currency, day, rates);
    const usd = rate && inUsd(close, currency, rate);
    return usd && Number(usd) > 0 ? [{ day, close: usd }] : [];
  });
  const paid = reinvested(dividends, converted).map(({ day, amount, closeDay }) => ({
    day,
    amount: inUsd(amount, currency, rateOn(currency, closeDay, rates) as ExchangeRate),
  }));
  return { closes: converted, dividends: paid };
}

/**
 * A holding with prices in USD. Without a rate on its purchase day it is unvalued; without one at its end, it exits at
 * the last closing price.
 */
export function holdingInUsd(holding: Holding, currency: string, rates: ClosesByTicker): Holding {
  const entryRate = rateOn(currency, holding.purchaseDay, rates);
  if (!entryRate) return { ...holding, isUnvalued: true };
  const { exit } = holding;
  const exitRate = exit && rateOn(currency, exit.day, rates);
  const price = exit?.price != null && exitRate ? inUsd(exit.price, currency, exitRate) : null;
  return {
    ...holding,
    entryPrice: inUsd(holding.entryPrice, currency, entryRate),
    ...(exit && { exit: { day: exit.day, price } }),
  };
}
