/**
 * Converts prices to USD by the exchange rate of their day, or the latest of the seven days before. Without such a rate
 * an amount has no value in USD; it is never converted one to one.
 */

import { currenciesOfPair, pairOf } from './currencies';
import { lowerBound } from './lower-bound';
import { divideHalfUp, formatDecimal, millionthsOf } from './money';
import type { ExchangeRate } from './schemas/gain';
import { daysBetween } from './trading-day';

/** Older rates are not used. Weekends and holidays are shorter. */
export const maxRateDays = 7;

interface Close {
  day: string;
  close: string;
  /** The provider of the rate, if known. */
  source?: string;
}

/** Oldest first. */
export type ClosesByTicker = ReadonlyMap<string, readonly Close[]>;

/** The latest rate on a day, or undefined if there is no recent one. */
export function rateOn(currency: string, day: string, closes: ClosesByTicker): ExchangeRate | undefined {
  const pair = pairOf(currency)?.ticker ?? '';
  const list = closes.get(pair) ?? [];
  const last = list[lowerBound(list, (close) => close.day <= day) - 1];
  if (!last || !(Number(last.close) > 0) || daysBetween(last.day, day) > maxRateDays) return undefined;
  return { pair, day: last.day, rate: last.close, ...(last.source && { source: last.source }) };
}

/** Integers to multiply and divide an amount by. */
export function factorsOf({ pair, rate }: Pick<ExchangeRate, 'pair' | 'rate'>): { times: bigint; by: bigint } {
  const millionths = millionthsOf(rate);
  return currenciesOfPair(pair)?.from === 'USD'
    ? { times: million, by: millionths }
    : { times: millionths, by: million };
}

/** The amount in USD with six decimals, halves rounded away from zero. */
export function inUsd(amount: string, currency: string, rate: ExchangeRate): string {
  const { times, by } = factorsOf(rate);
  const parts = BigInt(pairOf(currency)?.parts ?? 1);
  return formatDecimal(divideHalfUp(millionthsOf(amount) * times, by * parts), 6);
}

const million = 1_000_000n;
