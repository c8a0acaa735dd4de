/** Questions about a price or a name that was typed, before it enters a ledger that nobody can change. */
import { shareWord } from './company-names';
import { isCurrency, isForeign, moneyText } from './currencies';
import { parsePrice } from './money';
import type { TickerLookup } from './schemas/lookup';

/** A price more than half above the market, or a market more than half above the price. */
const notablePercent = 150n;

/** In the order in which they matter; empty when nothing is odd or nothing is known. */
export function priceDoubts(typed: string, lookup: TickerLookup): string[] {
  const { ticker, state, currency, price, dayClose } = lookup;
  if (state === 'unavailable') return [];
  if (state === 'unknown')
    return [`The price provider doesn't know ${ticker}. The position will have no price and won't be verified.`];
  if (currency !== undefined && !isCurrency(currency))
    return [`${ticker} trades in ${currency}, which can't be priced. The position won't be verified.`];
  const market = dayClose?.price ?? price;
  if (market === undefined) return [`${ticker} has no price that two decimals can show. It won't be verified.`];
  const doubts: string[] = [];
  const isOther = currency !== undefined && isForeign(currency);
  const when = dayClose ? ` on ${dayClose.day}` : '';
  // A price in dollars can look right beside one in euros: this is asked however near they are.
  if (isOther)
    doubts.push(
      `${ticker} trades in ${currency}${currency === 'GBp' ? ' (pence)' : ''}. Enter its price in ${currency}.`,
    );
  if (isOther || isFar(typed, market)) doubts.push(`Market ${moneyText(market, currency)}${when}, you typed ${typed}.`);
  const cents = parsePrice(market);
  if (!isOther && cents !== null && cents < 100n)
    doubts.push(`${ticker} trades below $1. Two decimals make its gain inexact.`);
  return doubts;
}

/** A ticker that was mistyped is often that of another company. */
export const nameDoubts = (typed: string, { ticker, name }: TickerLookup): string[] =>
  name === undefined || shareWord(typed, name) ? [] : [`${ticker} is ${name}, you typed ${typed}.`];

function isFar(typed: string, market: string): boolean {
  const [own, other] = [parsePrice(typed), parsePrice(market)];
  if (own === null || other === null) return false;
  const [high, low] = own > other ? [own, other] : [other, own];
  return high * 100n > low * notablePercent;
}
