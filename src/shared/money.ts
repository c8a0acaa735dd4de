/**
 * Money in whole cents (BigInt), exact at every step. Prices are transferred as strings with two decimals ("123.40").
 */
const pricePattern = /^\d{1,8}(\.\d{1,2})?$/;

/**
 * Parses "1", "1.5" or "1.50" to cents. Returns null unless it is above 0, up to 99999999.99, with at most two
 * decimals.
 */
export function parsePrice(text: string): bigint | null {
  if (!pricePattern.test(text)) return null;
  const [whole = '0', decimals = ''] = text.split('.');
  const cents = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'));
  return cents > 0n ? cents : null;
}

/** Like `parsePrice`, but allows 0, for worthless stocks. */
export const parseClosePrice = (text: string): bigint | null => (/^0(\.0{1,2})?$/.test(text) ? 0n : parsePrice(text));

export function formatPrice(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** (price − entry) / entry in percent, with two decimals, halves rounded away from zero. */
export function gainsPercent(entry: bigint, price: bigint): string {
  return formatPrice(divideHalfUp((price - entry) * 10_000n, entry));
}

/** The quotient rounded to an integer, halves away from zero. The divisor must be positive. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const rounded = (magnitude * 2n + divisor) / (divisor * 2n);
  return dividend < 0n ? -rounded : rounded;
}

/** Parses a decimal with up to six decimals (closing prices, dividends, exchange rates) to millionths. */
export function millionthsOf(decimal: string): bigint {
  const [whole = '0', decimals = ''] = decimal.split('.');
  return BigInt(whole + decimals.padEnd(6, '0').slice(0, 6));
}
