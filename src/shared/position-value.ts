/**
 * The current value of a position. The portfolio, the gain calculation and the track record share this function, so
 * that they agree. An ended position has its own price. An open one uses the quote, or the last closing price if that
 * is newer or there is no quote.
 */
import { type ClosesByTicker, rateOn } from './exchange-rates';
import { divideHalfUp, formatPrice, millionthsOf } from './money';
import type { Close } from './performance';
import type { GainFacts, Split } from './schemas/gain';
import { tradingDay } from './trading-day';

export interface PositionPrice {
  kind: 'close price' | 'latest price' | 'closing price';
  price: string;
  /** The day of the price. */
  day: string;
  /** The price reflects splits up to this day; null if it reflects all of them. */
  splitsDay: string | null;
}

export const closePriceOf = (price: string, day: string): PositionPrice => ({
  kind: 'close price',
  price,
  day,
  splitsDay: day,
});

/** `close` is the last known closing price, in today's shares. */
export function latestPriceOf(
  quote: { price: string; asOf: Date } | undefined,
  close: Close | undefined,
): PositionPrice | undefined {
  const quoted = quote && tradingDay(quote.asOf);
  if (quote && quoted && (!close || close.day <= quoted))
    return { kind: 'latest price', price: quote.price, day: quoted, splitsDay: quoted };
  return close && closingPriceOf(close);
}

/** Undefined for a price of less than half a cent: as 0.00 it would show a total loss. */
export function closingPriceOf({ day, close }: Close): PositionPrice | undefined {
  const price = inCents(close);
  if (Number(price) === 0 && Number(close) > 0) return undefined;
  return { kind: 'closing price', price, day, splitsDay: null };
}

/** The currency of a ticker that is not quoted in USD, with the closing prices of currency pairs. */
export interface Exchange {
  currency: string;
  rates: ClosesByTicker;
}

export const gainFactsOf = (
  { entryPrice, purchaseDay }: { entryPrice: string; purchaseDay: string },
  price: PositionPrice | undefined,
  splits: Split[] = [],
  exchange?: Exchange,
): GainFacts => ({
  entryPrice,
  purchaseDay,
  splits,
  price: price?.price ?? null,
  priceDay: price?.splitsDay ?? null,
  ...(exchange && ratesOf(exchange, purchaseDay, price?.day)),
});

function ratesOf({ currency, rates }: Exchange, purchaseDay: string, priceDay: string | undefined) {
  const entryRate = rateOn(currency, purchaseDay, rates);
  const priceRate = priceDay === undefined ? undefined : rateOn(currency, priceDay, rates);
  return { currency, ...(entryRate && { entryRate }), ...(priceRate && { priceRate }) };
}

/** Rounds a closing price (up to six decimals) to cents. */
const inCents = (close: string): string => formatPrice(divideHalfUp(millionthsOf(close), 10_000n));
