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
  const cents = parseDecimal(text, 2);
  return cents > 0n ? cents : null;
}

/** Like `parsePrice`, but allows 0, for worthless stocks. */
export const parseClosePrice = (text: string): bigint | null => (/^0(\.0{1,2})?$/.test(text) ? 0n : parsePrice(text));

export const formatPrice = (cents: bigint): string => formatDecimal(cents, 2);

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
export const millionthsOf = (decimal: string): bigint => parseDecimal(decimal, 6);

/** Parses a decimal to an integer of 10^-digits. Further decimals are dropped. */
export function parseDecimal(text: string, digits: number): bigint {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole + decimals.slice(0, digits).padEnd(digits, '0'));
}

/** Formats an integer of 10^-digits with all its decimals. */
export function formatDecimal(units: bigint, digits: number): string {
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  return `${units < 0n ? '-' : ''}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ''}`;
}
