/**
 * Converts prices in other currencies to USD at the exchange rate of their day, or the last one of the week before it.
 * Without such a rate an amount has no value in USD; it is never converted one to one.
 */
import { currenciesOfPair, pairOf } from './currencies';
import { divideHalfUp, millionthsOf } from './money';
import type { ExchangeRate } from './schemas/gain';
import { daysBetween } from './trading-day';

/** An older rate is not used: weekends and holidays are shorter. */
export const mostRateDays = 7;

interface Close {
  day: string;
  close: string;
  /** The provider of an exchange rate, if known. */
  source?: string;
}

/** Oldest first. */
export type ClosesByTicker = ReadonlyMap<string, readonly Close[]>;

/** The latest rate up to a day; undefined if there is none that is recent enough. */
export function rateOn(currency: string, day: string, closes: ClosesByTicker): ExchangeRate | undefined {
  const pair = pairOf(currency)?.ticker ?? '';
  const list = closes.get(pair) ?? [];
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as Close).day <= day) low = middle + 1;
    else high = middle;
  }
  const last = list[low - 1];
  if (!last || !(Number(last.close) > 0) || daysBetween(last.day, day) > mostRateDays) return undefined;
  return { pair, day: last.day, rate: last.close, ...(last.source && { source: last.source }) };
}

/** The whole numbers that convert an amount to USD: multiply by `times`, divide by `by`. */
export function factorsOf({ pair, rate }: Pick<ExchangeRate, 'pair' | 'rate'>): { times: bigint; by: bigint } {
  const millionths = millionthsOf(rate);
  return currenciesOfPair(pair)?.from === 'USD'
    ? { times: million, by: millionths }
    : { times: millionths, by: million };
}

/** With six decimals, rounded half away from zero. */
export function inUsd(amount: string, currency: string, rate: ExchangeRate): string {
  const { times, by } = factorsOf(rate);
  const parts = BigInt(pairOf(currency)?.parts ?? 1);
  const digits = divideHalfUp(millionthsOf(amount) * times, by * parts)
    .toString()
    .padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

const million = 1_000_000n;
