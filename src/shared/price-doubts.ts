/** Doubts about an entered price or name, raised before it is recorded in an append-only ledger. */
import { mayBeSameCompany } from './company-names';
import { isCurrency, isForeign, moneyText } from './currencies';
import { formatDay } from './figure-text';
import { parsePrice } from './money';
import type { TickerLookup } from './schemas/lookup';
import { typedDecimal } from './typed-number';

/** Doubts a price that is more than 1.5 times the market price, or the reverse. In percent. */
const notablePercent = 150n;

/** The most important doubt first. Empty if there are none or nothing is known. */
export function priceDoubts(typed: string, lookup: TickerLookup): string[] {
  const { ticker, state, currency, price, dayClose } = lookup;
  if (state === 'unavailable') return [];
  if (state === 'unknown')
    return [`The price provider has no data for ${ticker}. The position will have no price and won't be verified.`];
  if (currency !== undefined && !isCurrency(currency))
    return [`${ticker} trades in ${currency}, which can't be priced. The position won't be verified.`];
  const market = dayClose?.price ?? price;
  if (market === undefined) return [`${ticker} has no price that two decimals can show. It won't be verified.`];
  const doubts: string[] = [];
  const isOther = currency !== undefined && isForeign(currency);
  const when = dayClose ? ` on ${formatDay(dayClose.day)}` : '';
  // A price in dollars can look plausible in euros, so this is always asked.
  if (isOther)
    doubts.push(
      `${ticker} trades in ${currency}${currency === 'GBp' ? ' (pence)' : ''}. Enter its price in ${currency}.`,
    );
  if (isOther || isFarFrom(typed, market))
    doubts.push(`Market price${when}: ${moneyText(market, currency)}. You typed ${typed}.`);
  const cents = parsePrice(market);
  if (!isOther && cents !== null && cents < 100n)
    doubts.push(`${ticker} trades below $1. Two decimals make its gain inexact.`);
  return doubts;
}

/** A mistyped ticker often belongs to another company. */
export const nameDoubts = (typed: string, { ticker, name }: TickerLookup): string[] =>
  name === undefined || mayBeSameCompany(typed, name) ? [] : [`${ticker} is ${name}, but you typed ${typed}.`];

function isFarFrom(typed: string, market: string): boolean {
  const [own, other] = [parsePrice(typedDecimal(typed)), parsePrice(market)];
  if (own === null || other === null) return false;
  const [high, low] = own > other ? [own, other] : [other, own];
  return high * 100n > low * notablePercent;
}
