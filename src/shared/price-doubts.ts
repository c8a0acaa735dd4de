/** Questions about a price that was typed, before it enters a ledger that nobody can change. */
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
  if (currency !== undefined && currency !== 'USD')
    return [`${ticker} trades in ${currency}. Only USD is priced, so the position won't be verified.`];
  const market = dayClose?.price ?? price;
  if (market === undefined) return [`${ticker} has no price that two decimals can show. It won't be verified.`];
  const doubts: string[] = [];
  if (isFar(typed, market)) {
    const when = dayClose ? ` on ${dayClose.day}` : '';
    doubts.push(`Market $${market}${when}, you typed ${typed}.`);
  }
  const cents = parsePrice(market);
  if (cents !== null && cents < 100n) doubts.push(`${ticker} trades below $1. Two decimals make its gain inexact.`);
  return doubts;
}

function isFar(typed: string, market: string): boolean {
  const [own, other] = [parsePrice(typed), parsePrice(market)];
  if (own === null || other === null) return false;
  const [high, low] = own > other ? [own, other] : [other, own];
  return high * 100n > low * notablePercent;
}
