/** Shares and prices from other programs' files as integers in hundred-millionths (BigInt), so that sums are exact. */
import { divideHalfUp, formatDecimal, formatPrice } from '~/shared/money';
import { NotImported } from './transactions';

const digits = 8;
export const unit = 10n ** BigInt(digits);
/** Prices are stored in cents. */
const perCent = unit / 100n;
const highestCents = 9_999_999_999n;

/** Parses "1.5", "-2" and floating-point notation ("1e-7"), rounded to eight decimals. */
export function amountOf(text: string): bigint | undefined {
  const plain = /e/i.test(text) ? fixed(text) : text;
  const [, sign = '', whole = '', decimals = ''] = /^([+-]?)(\d{0,15})(?:\.(\d{0,40}))?$/.exec(plain) ?? [];
  if (whole === '' && decimals === '') return undefined;
  const exact = BigInt(whole + decimals) * unit;
  const amount = divideHalfUp(exact, 10n ** BigInt(decimals.length));
  return sign === '-' ? -amount : amount;
}

const fixed = (text: string): string => {
  const number = Number(text);
  return Number.isFinite(number) && Math.abs(number) < 1e15 ? number.toFixed(12) : '';
};

/**
 * Parses displayed numbers: `1.234,50` if the comma is the decimal mark, else `1,234.50`. Thousands may also be
 * separated with apostrophes (Switzerland) or spaces (France, Sweden).
 */
export function localAmount(text: string, decimalSign: ',' | '.'): bigint | undefined {
  const closed = text.replaceAll(/['’\s]/g, '');
  return amountOf(decimalSign === ',' ? closed.replaceAll('.', '').replace(',', '.') : closed.replaceAll(',', ''));
}

/** Formatted for display, without trailing zeros. */
export const amountText = (amount: bigint): string => formatDecimal(amount, digits).replace(/\.?0+$/, '');

/** A price in cents. Entry prices have two decimals here; other programs' often have more. */
export function centsOf(price: bigint): { price: string; note?: string } {
  const cents = divideHalfUp(price, perCent);
  if (cents <= 0n) throw new NotImported('The price is below one cent');
  if (cents > highestCents) throw new NotImported('The price is too high');
  if (cents * perCent === price) return { price: formatPrice(cents) };
  return { price: formatPrice(cents), note: `Price rounded from ${amountText(price)}` };
}
