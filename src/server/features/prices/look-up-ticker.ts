/**
 * What the provider currently reports about a ticker, for an administrator who is about to enter a price. Nothing is
 * stored.
 */

import {
  PriceError,
  type PriceProvider,
  type ReportedHistory,
  type ReportedQuote,
} from '~/server/providers/prices/types';
import { currencyName, isCurrency } from '~/shared/currencies';
import type { TickerLookup } from '~/shared/schemas/lookup';
import { addDays } from '~/shared/trading-day';
import { utcDay } from '~/shared/utc-day';
import { toPrice } from './check-quote';

/** Covers weekends and holidays before the requested day. */
const marginDays = 7;

export async function lookUpTicker(
  provider: PriceProvider,
  { ticker, day }: { ticker: string; day?: string | undefined },
  signal: AbortSignal,
): Promise<TickerLookup> {
  try {
    const quote = (await provider.quotes([ticker], signal)).get(ticker);
    if (!quote) return { ticker, state: 'unknown' };
    const today = utcDay(new Date());
    const isPast = day !== undefined && day < today && isCurrency(quote.currency);
    const history = isPast ? await provider.history(ticker, addDays(day, -marginDays), signal) : undefined;
    return { ...toTickerLookup(quote), ...(history && day && closeOn(history, day, quote.currency)) };
  } catch (error) {
    if (error instanceof PriceError || signal.aborted) return { ticker, state: 'unavailable' };
    throw error;
  }
}

function toTickerLookup({ ticker, name, exchange, currency, price, asOf }: ReportedQuote): TickerLookup {
  const text = toPrice(price);
  return {
    ticker,
    state: 'known',
    ...(name && { name }),
    ...(exchange && { exchange }),
    ...(currency && { currency: currencyName(currency) }),
    ...(text !== null && { price: text }),
    ...(!Number.isNaN(asOf.getTime()) && { asOf }),
  };
}

/** The last closing price up to a day, as traded then; providers report closing prices in today's shares. */
function closeOn(
  { closes, splits, currency }: ReportedHistory,
  day: string,
  quoted: string,
): Pick<TickerLookup, 'dayClose'> {
  const close = closes.findLast((one) => one.day <= day);
  if (!close || currency !== quoted) return {};
  const factor = splits
    .filter((split) => split.day > day)
    .reduce((product, { numerator, denominator }) => (product * numerator) / denominator, 1);
  const price = toPrice(close.close * factor);
  return price === null ? {} : { dayClose: { day: close.day, price } };
}
